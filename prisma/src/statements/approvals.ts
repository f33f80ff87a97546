// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ApprovalsStatements {
  approval_approve: {
    values: {
      readonly user_id: string | null;
      readonly user_name: string | null;
      readonly workspace_id: bigint | number;
      readonly approval_id: string;
      readonly first_approver_roles: readonly (string | null)[];
    };
    row: {
      approval_id: string;
    };
  };
  approval_approve_first: {
    values: {
      readonly user_id: string | null;
      readonly user_name: string | null;
      readonly workspace_id: bigint | number;
      readonly approval_id: string;
      readonly former_approver: string | null;
    };
    row: {
      approval_id: string;
    };
  };
  approval_approved: {
    values: {
      readonly token_id: string;
      readonly workspace_id: bigint | number;
      readonly operation: string;
      readonly fingerprint: Uint8Array;
    };
    row: {
      first_approved_by: string | null;
      first_approver_roles: (string | null)[] | null;
      approver_roles: (string | null)[] | null;
    };
  };
  approval_asked_again: {
    values: {
      readonly idempotency_key: string | null;
      readonly token_id: string;
      readonly workspace_id: bigint | number;
      readonly operation: string;
      readonly fingerprint: Uint8Array;
    };
    row: {
      approval_id: string;
      plan: unknown;
    };
  };
  approval_count_in_hour: {
    values: {
      readonly token_id: string;
      readonly deletions: number;
      readonly cost: string | number;
      readonly resources: number;
      readonly max_deletions_per_hour: number;
      readonly max_added_cost_per_hour: string | number;
      readonly max_resources_per_hour: number;
    };
    row: {
      ceiling: string;
      used: string;
      most: string;
      free_at: Date;
    };
  };
  approval_expire: {
    values: {
      readonly approval_ids: readonly string[];
      readonly audit_event_ids: readonly string[];
    };
    row: {
      audit_event_id: string;
    };
  };
  approval_expire_one: {
    values: {
      readonly token_id: string;
      readonly workspace_id: bigint | number;
      readonly operation: string;
      readonly fingerprint: Uint8Array;
    };
    row: {};
  };
  approval_expired: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      approval_id: string;
    };
  };
  approval_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly approval_id: string;
      readonly token_id: string | null;
    };
    row: {
      approval_id: string;
      status: "expired" | "pending" | "approved" | "rejected" | "carried_out" | "failed" | "cancelled";
      token_id: string;
      token_name: string;
      operation: string;
      path: string;
      resource_id: string | null;
      created_at: Date;
      expires_at: Date;
      first_approved_by: string | null;
      first_approved_by_name: string | null;
      decided_by: string | null;
      decided_by_name: string | null;
      decided_at: Date | null;
      reason: string | null;
      outcome_status: number | null;
      outcome_code: string | null;
      outcome_detail: string | null;
      differences: string[];
      plan: unknown;
      planned_at: Date;
      shown_fields: unknown;
      sealed_input: Buffer | null;
      idempotency_key: string | null;
      needs_two_people: boolean;
      first_approver_roles: (string | null)[] | null;
    };
  };
  approval_insert: {
    values: {
      readonly approval_id: string;
      readonly token_id: string;
      readonly workspace_id: bigint | number;
      readonly operation: string;
      readonly fingerprint: Uint8Array;
      readonly idempotency_key: string | null;
      readonly organization_id: string;
      readonly token_name: string;
      readonly path: string;
      readonly resource_id: string | null;
      readonly sealed_input: Uint8Array | null;
      readonly plan: string;
      readonly request_id: string;
      readonly shown_fields: string | null;
      readonly audit_event_id: string;
      readonly source_ip: string | null;
    };
    row: {
      approval_id: string;
    };
  };
  approval_lapse: {
    values: {
      readonly last_counts: boolean;
      readonly token_id: string;
      readonly workspace_id: bigint | number;
      readonly operation: string;
      readonly fingerprint: Uint8Array;
    };
    row: {};
  };
  approval_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly limit: number;
    };
    row: {
      approval_id: string;
      status: "expired" | "pending" | "approved" | "rejected" | "carried_out" | "failed" | "cancelled";
      token_id: string;
      token_name: string;
      operation: string;
      path: string;
      resource_id: string | null;
      created_at: Date;
      expires_at: Date;
      first_approved_by: string | null;
      first_approved_by_name: string | null;
      decided_by: string | null;
      decided_by_name: string | null;
      decided_at: Date | null;
      reason: string | null;
      outcome_status: number | null;
      outcome_code: string | null;
      outcome_detail: string | null;
      differences: string[];
    };
  };
  approval_list_of_status: {
    values: {
      readonly workspace_id: bigint | number;
      readonly status: string;
      readonly after: string;
      readonly limit: number;
    };
    row: {
      approval_id: string;
      status: "expired" | "pending" | "approved" | "rejected" | "carried_out" | "failed" | "cancelled";
      token_id: string;
      token_name: string;
      operation: string;
      path: string;
      resource_id: string | null;
      created_at: Date;
      expires_at: Date;
      first_approved_by: string | null;
      first_approved_by_name: string | null;
      decided_by: string | null;
      decided_by_name: string | null;
      decided_at: Date | null;
      reason: string | null;
      outcome_status: number | null;
      outcome_code: string | null;
      outcome_detail: string | null;
      differences: string[];
    };
  };
  approval_list_of_token: {
    values: {
      readonly workspace_id: bigint | number;
      readonly token_id: string;
      readonly status: string | null;
      readonly after: string;
      readonly limit: number;
    };
    row: {
      approval_id: string;
      status: "expired" | "pending" | "approved" | "rejected" | "carried_out" | "failed" | "cancelled";
      token_id: string;
      token_name: string;
      operation: string;
      path: string;
      resource_id: string | null;
      created_at: Date;
      expires_at: Date;
      first_approved_by: string | null;
      first_approved_by_name: string | null;
      decided_by: string | null;
      decided_by_name: string | null;
      decided_at: Date | null;
      reason: string | null;
      outcome_status: number | null;
      outcome_code: string | null;
      outcome_detail: string | null;
      differences: string[];
    };
  };
  approval_purge: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  approval_reject: {
    values: {
      readonly user_id: string | null;
      readonly user_name: string | null;
      readonly reason: string | null;
      readonly workspace_id: bigint | number;
      readonly approval_id: string;
    };
    row: {
      approval_id: string;
    };
  };
  approval_reseal: {
    values: {
      readonly approval_ids: readonly string[];
      readonly former_inputs: readonly Uint8Array[];
      readonly sealed_inputs: readonly (Uint8Array | null)[];
    };
    row: {
      approval_id: string;
    };
  };
  approval_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  approval_settle: {
    values: {
      readonly status: string;
      readonly user_id: string;
      readonly user_name: string;
      readonly outcome_status: number | null;
      readonly outcome_code: string | null;
      readonly outcome_detail: string | null;
      readonly differences: readonly string[];
      readonly workspace_id: bigint | number;
      readonly approval_id: string;
      readonly first_approver_roles: readonly (string | null)[];
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly organization_id: string | null;
      readonly action: string;
      readonly source_ip: string | null;
    };
    row: {
      approval_id: string;
    };
  };
  approval_take: {
    values: {
      readonly outcome_status: number | null;
      readonly token_id: string;
      readonly workspace_id: bigint | number;
      readonly operation: string;
      readonly fingerprint: Uint8Array;
      readonly first_approver_roles: readonly (string | null)[] | null;
      readonly approver_roles: readonly (string | null)[];
    };
    row: {
      approval_id: string;
    };
  };
  token_hour_purge: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
}
