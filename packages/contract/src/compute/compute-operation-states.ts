// Without schemas, so that importers of these constants do not load zod.

import type { CodeOf } from "../declaration/refusals.ts";

/** Operation (compute) of the public API */
export const OPERATION_ACTIONS = [
  "create",
  "start",
  "stop",
  "reboot",
  "delete",
  "resize",
  "attach_volume",
  "detach_volume",
  "resize_plan",
  "resize_root_disk",
  "update_access",
  "snapshot",
  "restore",
  "rebuild",
  "rescue",
  "move",
] as const;
export const OPERATION_STATUSES = [
  "accepted",
  "running",
  "waiting",
  "compensating",
  "succeeded",
  "failed",
  "cancelled",
  "timed_out",
] as const;
/** `pending` and `skipped` steps never began: the operation has not reached them yet, or ended before them. */
export const OPERATION_STEP_STATUSES = [
  "pending",
  "running",
  "waiting",
  "succeeded",
  "failed",
  "undoing",
  "undone",
  "skipped",
] as const;
type OperationStatus = (typeof OPERATION_STATUSES)[number];

/** The final statuses. */
export const TERMINAL_OPERATION_STATUSES = [
  "succeeded",
  "failed",
  "cancelled",
  "timed_out",
] as const satisfies readonly OperationStatus[];

/**
 * Why an operation cannot be cancelled now: a stable code (409) and a sentence that says what to do. Null if it can be.
 * The server and the console's button use this same rule.
 * @param operation.cancellable false once its point of no return has begun
 */
export function cancelRefusal({
  status,
  cancellable,
}: {
  readonly status: OperationStatus;
  readonly cancellable: boolean;
}): {
  readonly code: CodeOf<"conflict">;
  readonly reason: string;
} | null {
  if (TERMINAL_OPERATION_STATUSES.some((terminal) => terminal === status))
    return { code: "operation_ended", reason: "The operation has ended already; there is nothing to cancel." };
  if (status === "compensating")
    return {
      code: "operation_compensating",
      reason: "The operation is being undone already; wait until it has ended.",
    };
  if (cancellable) return null;
  return {
    code: "operation_not_cancellable",
    reason: "The operation is past its point of no return; wait until it has ended.",
  };
}
