import { z } from "zod";
import { OperationAction, OperationStatus, OperationStep } from "../compute/compute-operation.ts";
import { Timestamp } from "../values/fields.ts";

/** The resource that an operation changes. */
export const OperationResource = z.enum(["cloud_vm", "gpu_vm", "volume"]);
export type OperationResource = z.infer<typeof OperationResource>;

/**
 * An asynchronous operation on a VM or a volume, as the console shows it, with the resource's name and whether it can
 * still be cancelled.
 */
export const WorkspaceOperation = z.strictObject({
  operation_id: z.string(),
  resource_type: OperationResource,
  resource_id: z.string(),
  /** Null once the resource's record has been deleted. */
  resource_name: z.string().nullable(),
  action: OperationAction,
  status: OperationStatus,
  submitted_at: Timestamp,
  updated_at: Timestamp,
  /** Null while it runs. */
  finished_at: Timestamp.nullable(),
  current_step: z.string().nullable(),
  /** False once its point of no return has begun, and for operations that cannot be cancelled. */
  cancellable: z.boolean(),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
});
export type WorkspaceOperation = z.infer<typeof WorkspaceOperation>;

/** An operation with its steps: those that began, in order, then the others. */
export const WorkspaceOperationDetail = WorkspaceOperation.extend({ steps: z.array(OperationStep) });
export type WorkspaceOperationDetail = z.infer<typeof WorkspaceOperationDetail>;
