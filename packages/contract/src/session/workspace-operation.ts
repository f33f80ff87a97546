import { z } from "zod";
import { OperationAction, OperationStatus, OperationStep } from "../compute/operation.ts";
import { Timestamp } from "../values/fields.ts";

/** What an operation changes. */
export const OperationResource = z.enum(["cloud_vm", "gpu_vm", "volume"]);
export type OperationResource = z.infer<typeof OperationResource>;

/**
 * An asynchronous operation as the console shows it: of a VM or a volume, with what it is called and whether it can
 * still be cancelled.
 */
export const WorkspaceOperation = z.strictObject({
  operation_id: z.string(),
  resource_type: OperationResource,
  resource_id: z.string(),
  /** Null once the resource's record is gone. */
  resource_name: z.string().nullable(),
  action: OperationAction,
  status: OperationStatus,
  submitted_at: Timestamp,
  updated_at: Timestamp,
  /** Null while it is under way. */
  finished_at: Timestamp.nullable(),
  current_step: z.string().nullable(),
  /** False once its point of no return has begun, and for what cannot be cancelled at all. */
  cancellable: z.boolean(),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
});
export type WorkspaceOperation = z.infer<typeof WorkspaceOperation>;

/** One operation with its steps: those that began, in their order, then those that have not. */
export const WorkspaceOperationDetail = WorkspaceOperation.extend({ steps: z.array(OperationStep) });
export type WorkspaceOperationDetail = z.infer<typeof WorkspaceOperationDetail>;
