import { type OperationStatus, TERMINAL_OPERATION_STATUSES } from "@fulmar/contract";
import { inWords } from "@/client/in-words.ts";
import { StatusBadge } from "@/components/status-badge.tsx";
import { OPERATION_TONE } from "./operation-words.ts";

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
