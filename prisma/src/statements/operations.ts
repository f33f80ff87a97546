// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface OperationsStatements {
  operation_queue: {
    values: Record<never, never>;
    row: {
      unfinished: number;
      held: number;
      waiting: number;
      oldest_due_seconds: number;
    };
  };
  operation_steps: {
    values: {
      readonly workspace_id: bigint | number;
      readonly operation_id: string;
    };
    row: {
      saga: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      steps: ({ name: string; status: "running" | "waiting" | "succeeded" | "failed" | "undoing" | "undone"; attempt: number; started_at: string; finished_at: string | null; error: string | null })[];
    };
  };
  workspace_operation_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly operation_id: string;
      readonly volumes: boolean;
    };
    row: {
      operation_id: string;
      resource_type: string;
      resource_id: string;
      resource_name: string | null;
      action: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      submitted_at: Date;
      updated_at: Date;
      finished_at: Date | null;
      current_step: string | null;
      cancellable: boolean;
      error_code: string | null;
      error_message: string | null;
      saga: string;
      steps: ({ name: string; status: "running" | "waiting" | "succeeded" | "failed" | "undoing" | "undone"; attempt: number; started_at: string; finished_at: string | null; error: string | null })[];
    };
  };
  workspace_operation_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly statuses: readonly string[] | null;
      readonly actions: readonly string[] | null;
      readonly limit: bigint | number;
      readonly volumes: boolean;
    };
    row: {
      operation_id: string;
      resource_type: string;
      resource_id: string;
      resource_name: string | null;
      action: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      submitted_at: Date;
      updated_at: Date;
      finished_at: Date | null;
      current_step: string | null;
      cancellable: boolean;
      error_code: string | null;
      error_message: string | null;
    };
  };
}
