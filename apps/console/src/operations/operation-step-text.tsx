import type { ComputeOperation } from "@fulmar/contract";
import { formatStatus } from "@/client/format-status.ts";
import { isOnHold, type OperationState } from "./operation-status-badge.tsx";

/** The current step of an operation, or why it failed or waits. */
export function OperationStepText({
  operation,
}: {
  operation: OperationState & Pick<ComputeOperation, "current_step" | "error_message">;
}) {
  if (operation.error_message !== null) {
    return (
      <span className={`my-2 block min-w-56 text-xs ${isOnHold(operation) ? "text-ink-muted" : "text-bad"}`}>
        {operation.error_message}
      </span>
    );
  }
  return (
    <span className="whitespace-nowrap text-ink-muted">
      {operation.current_step === null ? "" : formatStatus(operation.current_step)}
    </span>
  );
}
