// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface EngineStatements {
  engine_claim: {
    values: readonly [string | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, bigint | number | null];
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
    values: readonly [string | null, string | null, "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out", string | null];
    row: {
      operation_id: string;
    };
  };
  engine_heartbeat: {
    values: readonly [string | null, readonly (string | null)[] | null];
    row: {
      operation_id: string;
      cancel_requested: boolean;
    };
  };
  engine_move: {
    values: readonly [string | null, string | null, "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out", string | null, "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out" | null, string | null, string | null, boolean | null, number | null, string | null];
    row: {
      operation_id: string;
    };
  };
  engine_notify: {
    values: readonly [];
    row: {
      pg_notify: string;
    };
  };
  engine_owned: {
    values: readonly [string | null, string | null];
    row: {
      cancel_requested: boolean;
    };
  };
  engine_reconciler_finish: {
    values: readonly [string | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {};
  };
  engine_reconciler_prolong: {
    values: readonly [readonly (string | null)[] | null, string | null];
    row: {
      name: string;
    };
  };
  engine_reconciler_register: {
    values: readonly [readonly (string | null)[] | null, readonly (string | null)[] | null];
    row: {};
  };
  engine_reconciler_release: {
    values: readonly [string | null, string | null];
    row: {};
  };
  engine_reconciler_take: {
    values: readonly [string | null, readonly (string | null)[] | null, bigint | number | null];
    row: {
      name: string;
    };
  };
  engine_request_cancel: {
    values: readonly [bigint | number | null, string | null];
    row: {
      operation_id: string;
      pg_notify: string;
    };
  };
}
