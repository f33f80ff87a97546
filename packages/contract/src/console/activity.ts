import { z } from "zod";
import { OperationAction, OperationStatus } from "../compute/compute-operation.ts";
import { Timestamp } from "../values/fields.ts";

/** An asynchronous operation of any family, as every page of the console shows it. */
export const ActivityRecord = z.strictObject({
  operation_id: z.string(),
  resource_type: z.enum(["cloud_vm", "gpu_vm", "volume"]),
  resource_id: z.string(),
  /** Null if the resource no longer exists. */
  resource_name: z.string().nullable(),
  action: OperationAction,
  status: OperationStatus,
  current_step: z.string().nullable(),
  steps_done: z.int(),
  steps_total: z.int(),
  /** `site_fenced` while its site is fenced, otherwise why it failed. */
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  submitted_at: Timestamp,
  finished_at: Timestamp.nullable(),
});
export type ActivityRecord = z.infer<typeof ActivityRecord>;

/** The running operations of a workspace, newest first, and those that failed in the last day. */
export const Activity = z.strictObject({
  /** The total number, even if fewer are listed. */
  running_count: z.int(),
  running: z.array(ActivityRecord),
  failed: z.array(ActivityRecord),
});
export type Activity = z.infer<typeof Activity>;
