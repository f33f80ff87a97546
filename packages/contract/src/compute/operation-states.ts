// Without schemas: who shows or checks these words need not bring zod.

/** spec: Operation (compute) */
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
/** `pending` and `skipped` steps never began: the operation has not come to them, or ended before it did. */
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

/** Statuses that never change again. */
export const TERMINAL_OPERATION_STATUSES = [
  "succeeded",
  "failed",
  "cancelled",
  "timed_out",
] as const satisfies readonly OperationStatus[];

/**
 * Why an operation cannot be cancelled now: a stable code (409) and the sentence that says what to do; null when it
 * can. The server decides and the console's button explains by the same rule.
 * @param operation.cancellable false once its point of no return has begun
 */
export function cancelRefusal({
  status,
  cancellable,
}: {
  readonly status: OperationStatus;
  readonly cancellable: boolean;
}): {
  readonly code: string;
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
