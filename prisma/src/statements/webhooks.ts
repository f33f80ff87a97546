// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface WebhooksStatements {
  webhook_attempt_list: {
    values: readonly [bigint | number | null, string | null, string | null];
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
    values: readonly [number | null];
    row: {
      workspace_id: bigint;
    };
  };
  webhook_call_slow: {
    values: readonly [bigint | number | null, string | null, boolean];
    row: {};
  };
  webhook_cancel_pending: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  webhook_claim: {
    values: readonly [number | null, number | null, number | null, number | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
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
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  webhook_delivery_get: {
    values: readonly [bigint | number | null, string | null, string | null, readonly (string | null)[] | null];
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
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null];
    row: {};
  };
  webhook_delivery_list: {
    values: readonly [bigint | number | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
    values: readonly [bigint | number | null, string | null, string | null, readonly (string | null)[] | null, number | null, string | null];
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
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  webhook_delivery_resend: {
    values: readonly [bigint | number | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      status: "pending" | "delivered" | "failed" | "cancelled";
    };
  };
  webhook_exists: {
    values: readonly [bigint | number | null, string | null];
    row: {
      enabled: boolean;
    };
  };
  webhook_get: {
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [bigint | number, string, string, string, string, readonly (string | null)[], readonly (string | null)[], boolean, Uint8Array];
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
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  webhook_list: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null];
    row: {
      webhook_id: string;
    };
  };
  webhook_lock_enabled: {
    values: readonly [bigint | number | null];
    row: {
      webhook_id: string;
      event_types: string[];
      event_scopes: string[];
      micros: bigint;
      cursor_event_id: string;
    };
  };
  webhook_move_cursors: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, bigint | number | null, string];
    row: {};
  };
  webhook_old_reseal: {
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      webhook_id: string;
    };
  };
  webhook_old_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  webhook_pause: {
    values: readonly [bigint | number | null, string | null, number | null];
    row: {};
  };
  webhook_record_attempt: {
    values: readonly [bigint | number | null, string | null, string | null, number | null, string | null, string, number | null, Date | string | null, number | null, string | null, number | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  webhook_release: {
    values: readonly [bigint | number | null, string | null, string | null, number | null];
    row: {};
  };
  webhook_reseal: {
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      webhook_id: string;
    };
  };
  webhook_rotate: {
    values: readonly [bigint | number | null, string | null, Uint8Array];
    row: {
      old_secret_until: Date;
    };
  };
  webhook_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  webhook_secrets: {
    values: readonly [string | null];
    row: {
      webhook_id: string;
      sealed_secret: Buffer;
      old_sealed_secret: Buffer | null;
    };
  };
  webhook_switch_off: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null];
    row: {
      audit_event_id: string;
    };
  };
  webhook_test_insert: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, readonly (string | null)[] | null, boolean | null, readonly (string | null)[] | null, boolean | null];
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
