import { type ComputeOperation, type OperationStatus, TERMINAL_OPERATION_STATUSES } from "@fulmar/contract";
import { formatStatus } from "@/client/format.ts";
import { StatusBadge } from "@/components/status-badge.tsx";
import { OPERATION_TONE } from "./operation-labels.ts";

/** The fields that describe an operation's progress. */
export interface OperationState {
  readonly status: OperationStatus;
  readonly error_code: string | null;
}

export function OperationStatusBadge({ operation }: { operation: OperationState }) {
  const held = isOnHold(operation);
  return (
    <StatusBadge
      tone={held ? "warn" : OPERATION_TONE[operation.status]}
      changing={!held && !hasEnded(operation.status)}
    >
      {held ? "on hold" : formatStatus(operation.status)}
    </StatusBadge>
  );
}

export function hasEnded(status: OperationStatus): boolean {
  return TERMINAL_OPERATION_STATUSES.some((terminal) => terminal === status);
}

/** Whether the operation is on hold until its site is resumed. Its error message says why, but it has not failed. */
export function isOnHold({ status, error_code }: OperationState): boolean {
  return error_code === "site_fenced" && !hasEnded(status);
}

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
