// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface WebhooksStatements {
  webhook_attempt_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
      readonly delivery_id: string;
    };
    row: {
      at: Date;
      duration_ms: number;
      url: string;
      request_headers: unknown;
      status: number | null;
      response_headers: unknown;
      response_body: string;
      error: string | null;
    };
  };
  webhook_behind: {
    values: {
      readonly newest: boolean;
      readonly limit: number;
    };
    row: {
      workspace_id: bigint;
    };
  };
  webhook_call_slow: {
    values: {
      readonly slow: boolean;
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
    };
    row: {};
  };
  webhook_cancel_pending: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
    };
    row: {};
  };
  webhook_claim: {
    values: {
      readonly busy_webhook_ids: readonly string[];
      readonly most_slow: number;
      readonly organization_ids: readonly string[];
      readonly held: readonly number[];
      readonly held_slow: readonly number[];
      readonly most_of_organization: number;
      readonly most_slow_of_organization: number;
      readonly most: number;
    };
    row: {
      workspace_id: bigint;
      webhook_id: string;
      lane: string;
      claim: number;
      organization_id: string;
      slow: boolean;
      delivery_id: string;
      body: string;
      attempt_count: number;
      url: string;
      sealed_secret: Buffer;
      old_sealed_secret: Buffer | null;
      is_last: boolean;
    };
  };
  webhook_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
    };
    row: {};
  };
  webhook_delivery_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
      readonly delivery_id: string;
      readonly scopes: readonly string[];
    };
    row: {
      delivery_id: string;
      webhook_id: string;
      event_id: string | null;
      type: string;
      resource_id: string | null;
      status: "pending" | "delivered" | "failed" | "cancelled";
      attempt_count: number;
      answer_status: number | null;
      next_attempt_at: Date | null;
      created_at: Date;
      finished_at: Date | null;
      body: string;
    };
  };
  webhook_delivery_insert: {
    values: {
      readonly webhook_ids: readonly string[];
      readonly delivery_ids: readonly string[];
      readonly lanes: readonly string[];
      readonly event_ids: readonly (string | null)[];
      readonly types: readonly string[];
      readonly scopes: readonly string[];
      readonly resource_ids: readonly (string | null)[];
      readonly bodies: readonly string[];
      readonly workspace_id: bigint | number;
    };
    row: {};
  };
  webhook_delivery_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
      readonly after: string;
      readonly scopes: readonly string[];
      readonly limit: number;
    };
    row: {
      delivery_id: string;
      webhook_id: string;
      event_id: string | null;
      type: string;
      resource_id: string | null;
      status: "pending" | "delivered" | "failed" | "cancelled";
      attempt_count: number;
      answer_status: number | null;
      next_attempt_at: Date | null;
      created_at: Date;
      finished_at: Date | null;
    };
  };
  webhook_delivery_list_of_status: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
      readonly after: string;
      readonly scopes: readonly string[];
      readonly status: string;
      readonly limit: number;
    };
    row: {
      delivery_id: string;
      webhook_id: string;
      event_id: string | null;
      type: string;
      resource_id: string | null;
      status: "pending" | "delivered" | "failed" | "cancelled";
      attempt_count: number;
      answer_status: number | null;
      next_attempt_at: Date | null;
      created_at: Date;
      finished_at: Date | null;
    };
  };
  webhook_delivery_purge: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  webhook_delivery_resend: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
      readonly delivery_id: string;
    };
    row: {
      delivery_id: string;
      webhook_id: string;
      event_id: string | null;
      type: string;
      resource_id: string | null;
      status: "pending" | "delivered" | "failed" | "cancelled";
      attempt_count: number;
      answer_status: number | null;
      next_attempt_at: Date | null;
      created_at: Date;
      finished_at: Date | null;
    };
  };
  webhook_delivery_status: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
      readonly delivery_id: string;
    };
    row: {
      status: "pending" | "delivered" | "failed" | "cancelled";
    };
  };
  webhook_exists: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
    };
    row: {
      enabled: boolean;
    };
  };
  webhook_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
    };
    row: {
      webhook_id: string;
      name: string;
      description: string;
      url: string;
      event_types: string[];
      event_scopes: string[];
      enabled: boolean;
      disabled_reason: "gone" | "failing" | null;
      disabled_at: Date | null;
      old_secret_until: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  webhook_insert: {
    values: {
      readonly webhook_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly description: string;
      readonly url: string;
      readonly event_types: readonly string[];
      readonly event_scopes: readonly string[];
      readonly enabled: boolean;
      readonly sealed_secret: Uint8Array;
    };
    row: {
      webhook_id: string;
      name: string;
      description: string;
      url: string;
      event_types: string[];
      event_scopes: string[];
      enabled: boolean;
      disabled_reason: "gone" | "failing" | null;
      disabled_at: Date | null;
      old_secret_until: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  webhook_lane_purge: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  webhook_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly name: string | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      webhook_id: string;
      name: string;
      description: string;
      url: string;
      event_types: string[];
      event_scopes: string[];
      enabled: boolean;
      disabled_reason: "gone" | "failing" | null;
      disabled_at: Date | null;
      old_secret_until: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  webhook_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
    };
    row: {
      webhook_id: string;
    };
  };
  webhook_lock_enabled: {
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {
      webhook_id: string;
      event_types: string[];
      event_scopes: string[];
      micros: bigint;
      cursor_event_id: string;
    };
  };
  webhook_move_cursors: {
    values: {
      readonly micros: bigint | number;
      readonly cursor_event_id: string;
      readonly workspace_id: bigint | number;
      readonly webhook_ids: readonly string[];
    };
    row: {};
  };
  webhook_old_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  webhook_old_sealed_replace: {
    values: {
      readonly webhook_ids: readonly string[];
      readonly former_secrets: readonly Uint8Array[];
      readonly sealed_secrets: readonly (Uint8Array | null)[];
    };
    row: {
      webhook_id: string;
    };
  };
  webhook_pause: {
    values: {
      readonly retry_ms: number;
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
    };
    row: {};
  };
  webhook_record_attempt: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
      readonly lane: string;
      readonly claim: number;
      readonly status: string;
      readonly at: Date | string;
      readonly answer_status: number | null;
      readonly retry_ms: number;
      readonly delivery_id: string;
      readonly duration_ms: number;
      readonly url: string;
      readonly request_headers: string;
      readonly response_headers: string;
      readonly response_body: string;
      readonly error: string | null;
    };
    row: {};
  };
  webhook_release: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
      readonly lane: string;
      readonly claim: number;
    };
    row: {};
  };
  webhook_rotate: {
    values: {
      readonly sealed_secret: Uint8Array;
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
    };
    row: {
      old_secret_until: Date;
    };
  };
  webhook_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  webhook_sealed_replace: {
    values: {
      readonly webhook_ids: readonly string[];
      readonly former_secrets: readonly Uint8Array[];
      readonly sealed_secrets: readonly Uint8Array[];
    };
    row: {
      webhook_id: string;
    };
  };
  webhook_secrets: {
    values: {
      readonly webhook_id: string;
    };
    row: {
      webhook_id: string;
      sealed_secret: Buffer;
      old_sealed_secret: Buffer | null;
    };
  };
  webhook_switch_off: {
    values: {
      readonly disabled_reason: string | null;
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
      readonly url: string;
      readonly audit_event_id: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  webhook_test_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
      readonly delivery_id: string;
      readonly body: string;
    };
    row: {
      delivery_id: string;
      webhook_id: string;
      event_id: string | null;
      type: string;
      resource_id: string | null;
      status: "pending" | "delivered" | "failed" | "cancelled";
      attempt_count: number;
      answer_status: number | null;
      next_attempt_at: Date | null;
      created_at: Date;
      finished_at: Date | null;
    };
  };
  webhook_update: {
    values: {
      readonly name: string | null;
      readonly description: string | null;
      readonly url: string | null;
      readonly event_types: readonly (string | null)[] | null;
      readonly enabled: boolean | null;
      readonly decides: boolean;
      readonly event_scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly webhook_id: string;
    };
    row: {
      webhook_id: string;
      name: string;
      description: string;
      url: string;
      event_types: string[];
      event_scopes: string[];
      enabled: boolean;
      disabled_reason: "gone" | "failing" | null;
      disabled_at: Date | null;
      old_secret_until: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
}
