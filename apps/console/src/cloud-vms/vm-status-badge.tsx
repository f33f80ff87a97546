import { VM_STATES, type VmStatus } from "@fulmar/contract";
import { formatStatus } from "@/client/format-status.ts";
import { StatusBadge } from "@/components/status-badge.tsx";
import { VM_TONE } from "./status.ts";

export function VmStatusBadge({ status }: { status: VmStatus }) {
  return (
    <StatusBadge tone={VM_TONE[status]} changing={VM_STATES[status].changing}>
      {formatStatus(status)}
    </StatusBadge>
  );
}
