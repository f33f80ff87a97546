import { z } from "zod";
import { OperationAction, OperationStatus, type OperationStep } from "../compute/operation.ts";
import { pageQuery, ResourceId } from "../kernel/fields.ts";

/** What an operation changes. */
export const OperationResource = z.enum(["cloud_vm", "gpu_vm", "volume"]);
export type OperationResource = z.infer<typeof OperationResource>;

/**
 * An asynchronous operation as the console shows it: of a VM or a volume, with what it is called and whether it can
 * still be cancelled.
 */
export interface WorkspaceOperation {
  readonly operation_id: string;
  readonly resource_type: OperationResource;
  readonly resource_id: string;
  /** Null once the resource's record is gone. */
  readonly resource_name: string | null;
  readonly action: OperationAction;
  readonly status: OperationStatus;
  readonly submitted_at: string;
  readonly updated_at: string;
  /** Null while it is under way. */
  readonly finished_at: string | null;
  readonly current_step: string | null;
  /** False once its point of no return has begun, and for what cannot be cancelled at all. */
  readonly cancellable: boolean;
  readonly error_code: string | null;
  readonly error_message: string | null;
}

/** One operation with its steps: those that began, in their order, then those that have not. */
export interface WorkspaceOperationDetail extends WorkspaceOperation {
  readonly steps: readonly OperationStep[];
}

/** What the workspace's operations are narrowed by. */
export const WorkspaceOperationQuery = z.strictObject({
  workspace_id: z.string(),
  ...pageQuery(),
  status: OperationStatus.optional(),
  action: OperationAction.optional(),
});

export const WorkspaceOperationParams = z.strictObject({ workspace_id: z.string(), operation_id: ResourceId });
