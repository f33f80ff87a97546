import { VM_STATES, type VmStatus } from "@fulmar/contract";
import { formatStatus } from "@/client/format.ts";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
/** The colour of every state of a VM. Exhaustive: a new state does not compile without an entry. */
export const VM_TONE: Readonly<Record<VmStatus, Tone>> = {
  pending: "busy",
  creating: "busy",
  provisioning: "busy",
  configuring: "busy",
  running: "good",
  starting: "busy",
  stopping: "busy",
  stopped: "quiet",
  rebooting: "busy",
  resizing: "busy",
  attaching_volume: "busy",
  detaching_volume: "busy",
  resizing_plan: "busy",
  resizing_disk: "busy",
  deleting: "warn",
  deleted: "quiet",
  error: "bad",
};

export function VmStatusBadge({ status }: { status: VmStatus }) {
  return (
    <StatusBadge tone={VM_TONE[status]} changing={VM_STATES[status].changing}>
      {formatStatus(status)}
    </StatusBadge>
  );
}
