import { type OperationStatus, TERMINAL_OPERATION_STATUSES, VM_STATES, type VmStatus } from "@fulmar/contract";
import { StatusBadge } from "@/components/status-badge.tsx";
import { inWords, OPERATION_TONE, VM_TONE } from "./status.ts";

export function VmStatusBadge({ status }: { status: VmStatus }) {
  return (
    <StatusBadge tone={VM_TONE[status]} changing={VM_STATES[status].changing}>
      {inWords(status)}
    </StatusBadge>
  );
}

export function OperationStatusBadge({ status }: { status: OperationStatus }) {
  return (
    <StatusBadge tone={OPERATION_TONE[status]} changing={!hasEnded(status)}>
      {inWords(status)}
    </StatusBadge>
  );
}

export function hasEnded(status: OperationStatus): boolean {
  return TERMINAL_OPERATION_STATUSES.some((terminal) => terminal === status);
}
