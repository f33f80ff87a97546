import { type OperationStatus, TERMINAL_OPERATION_STATUSES } from "@fulmar/contract";
import { formatStatus } from "@/client/format-status.ts";
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
