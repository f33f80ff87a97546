import type { OperationAction, OperationStatus } from "../compute/operation.ts";

/** An asynchronous operation of any family, as the console follows it from every page. */
export interface ActivityRecord {
  readonly operation_id: string;
  readonly resource_type: "cloud_vm" | "gpu_vm" | "volume";
  readonly resource_id: string;
  /** Null when the resource is no longer known. */
  readonly resource_name: string | null;
  readonly action: OperationAction;
  readonly status: OperationStatus;
  readonly current_step: string | null;
  readonly steps_done: number;
  readonly steps_total: number;
  /** `site_fenced` while its site is fenced; otherwise why it failed. */
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly submitted_at: string;
  readonly finished_at: string | null;
}

/** What is under way in a workspace, newest first, and what has failed in the last day. */
export interface Activity {
  /** How many there are, also where fewer are listed. */
  readonly running_count: number;
  readonly running: readonly ActivityRecord[];
  readonly failed: readonly ActivityRecord[];
}
