// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface EngineStatements {
  engine_claim: {
    values: {
      readonly sagas: readonly string[];
      readonly excepted_ids: readonly string[];
      readonly after_organization_id: string;
      readonly limit: number;
      readonly turn_lanes: readonly string[];
      readonly turn_organization_ids: readonly string[];
      readonly turn_in_flight: readonly number[];
      readonly lanes: readonly string[];
      readonly in_flight: readonly number[];
      readonly rooms: readonly (number | null)[];
      readonly most_of_organization: bigint | number;
      readonly lease_owner: string | null;
    };
    row: {
      operation_id: string;
      lane: string;
      workspace_id: bigint;
      organization_id: string;
      resource_id: string;
      resource_type: string;
      saga: string;
      input: unknown;
      traceparent: string | null;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      current_step: string | null;
      outcome: "failed" | "cancelled" | "timed_out" | null;
      error_code: string | null;
      error_message: string | null;
      cancel_requested: boolean;
      deadline_in_ms: number;
      age_ms: number;
      steps: ({ position: number; name: string; status: "running" | "waiting" | "succeeded" | "failed" | "undoing" | "undone"; attempt: number; output: unknown; error: string | null })[];
    };
  };
  engine_finish: {
    values: {
      readonly status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      readonly operation_id: string;
      readonly lease_owner: string;
      readonly steps: string;
    };
    row: {
      operation_id: string;
    };
  };
  engine_heartbeat: {
    values: {
      readonly operation_ids: readonly string[];
      readonly lease_owner: string;
    };
    row: {
      operation_id: string;
      cancel_requested: boolean;
    };
  };
  engine_move: {
    values: {
      readonly status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      readonly current_step: string | null;
      readonly outcome: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out" | null;
      readonly error_code: string | null;
      readonly error_message: string | null;
      readonly point_of_no_return: boolean;
      readonly release_for_ms: number | null;
      readonly operation_id: string;
      readonly lease_owner: string;
      readonly steps: string;
    };
    row: {
      operation_id: string;
    };
  };
  engine_notify: {
    values: Record<never, never>;
    row: {
      pg_notify: string;
    };
  };
  engine_owned: {
    values: {
      readonly operation_id: string;
      readonly lease_owner: string;
    };
    row: {
      cancel_requested: boolean;
    };
  };
  engine_reconciler_finish: {
    values: {
      readonly names: readonly string[];
      readonly lease_owner: string;
      readonly due_ms: readonly number[];
      readonly took_ms: readonly (number | null)[];
      readonly last_errors: readonly (string | null)[];
    };
    row: {};
  };
  engine_reconciler_prolong: {
    values: {
      readonly names: readonly string[];
      readonly lease_owner: string;
    };
    row: {
      name: string;
    };
  };
  engine_reconciler_register: {
    values: {
      readonly names: readonly string[];
      readonly lanes: readonly (string | null)[];
    };
    row: {};
  };
  engine_reconciler_release: {
    values: {
      readonly name: string;
      readonly lease_owner: string;
    };
    row: {};
  };
  engine_reconciler_take: {
    values: {
      readonly lease_owner: string | null;
      readonly names: readonly string[];
      readonly limit: bigint | number;
    };
    row: {
      name: string;
    };
  };
  engine_request_cancel: {
    values: {
      readonly workspace_id: bigint | number;
      readonly operation_id: string;
    };
    row: {
      operation_id: string;
      pg_notify: string;
    };
  };
}
