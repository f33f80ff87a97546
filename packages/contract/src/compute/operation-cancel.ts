import type { OperationStatus } from "./operation.ts";
import { TERMINAL_OPERATION_STATUSES } from "./terminal-statuses.ts";

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
