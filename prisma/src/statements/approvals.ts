// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ApprovalsStatements {
  approval_approve: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, readonly (string | null)[] | null];
    row: {
      approval_id: string;
    };
  };
  approval_approve_first: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null];
    row: {
      approval_id: string;
    };
  };
  approval_approved: {
    values: readonly [string | null, bigint | number | null, string | null, Uint8Array | null];
    row: {
      first_approved_by: string | null;
      first_approver_roles: (string | null)[] | null;
      approver_roles: (string | null)[] | null;
    };
  };
  approval_asked_again: {
    values: readonly [string | null, bigint | number | null, string | null, Uint8Array | null, string | null];
    row: {
      approval_id: string;
      plan: unknown;
    };
  };
  approval_count_in_hour: {
    values: readonly [string | null, number | null, string | number | null, number | null, number | null, string | number | null, number | null];
    row: {
      ceiling: string;
      used: string;
      most: string;
      free_at: Date;
    };
  };
  approval_expire: {
    values: readonly [readonly (string | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
    };
  };
  approval_expire_one: {
    values: readonly [string | null, bigint | number | null, string | null, Uint8Array | null];
    row: {};
  };
  approval_expired: {
    values: readonly [bigint | number | null];
    row: {
      approval_id: string;
    };
  };
  approval_get: {
    values: readonly [bigint | number | null, string | null, string | null];
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
    values: readonly [string, bigint | number, string, Uint8Array, string, string | null, string, string, string, string | null, Uint8Array | null, string, string, string | null, string | null, string | null];
    row: {
      approval_id: string;
    };
  };
  approval_lapse: {
    values: readonly [string | null, bigint | number | null, string | null, Uint8Array | null, boolean | null];
    row: {};
  };
  approval_list: {
    values: readonly [bigint | number | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null, number | null, string | null];
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
    values: readonly [bigint | number | null, string | null, number | null, string | null, string | null];
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
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  approval_reject: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null];
    row: {
      approval_id: string;
    };
  };
  approval_reseal: {
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      approval_id: string;
    };
  };
  approval_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  approval_settle: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string, number | null, string | null, string | null, readonly (string | null)[], string | null, string | null, string | null, string | null, string | null, readonly (string | null)[] | null];
    row: {
      approval_id: string;
    };
  };
  approval_take: {
    values: readonly [string | null, bigint | number | null, string | null, Uint8Array | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null];
    row: {
      approval_id: string;
    };
  };
  token_hour_purge: {
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
}
