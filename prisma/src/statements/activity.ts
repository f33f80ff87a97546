// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ActivityStatements {
  activity_ended: {
    values: {
      readonly operation_ids: readonly string[];
      readonly workspace_id: bigint | number;
      readonly resource_types: readonly string[];
    };
    row: {
      operation_id: string;
      resource_type: string;
      resource_id: string;
      action: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      current_step: string | null;
      saga: string;
      error_code: string | null;
      error_message: string | null;
      submitted_at: Date;
      finished_at: Date;
      resource_name: string | null;
      steps_done: number;
    };
  };
  activity_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly resource_types: readonly string[];
    };
    row: {
      operation_id: string;
      resource_type: string;
      resource_id: string;
      action: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      current_step: string | null;
      saga: string;
      error_code: string | null;
      error_message: string | null;
      submitted_at: Date;
      finished_at: Date | null;
      resource_name: string | null;
      steps_done: number;
      running_count: number;
    };
  };
}
