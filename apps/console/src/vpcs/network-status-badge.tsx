import type { NetworkStatus } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

/** The colour of every state of a VPC or a subnet. Exhaustive: a new state does not compile without an entry. */
const TONE: Readonly<Record<NetworkStatus, Tone>> = {
  provisioning: "busy",
  available: "good",
  error: "bad",
  deleting: "warn",
};

export function NetworkStatusBadge({ status }: { status: NetworkStatus }) {
  return (
    <StatusBadge tone={TONE[status]} changing={isChanging(status)}>
      {status}
    </StatusBadge>
  );
}

export function isChanging(status: NetworkStatus): boolean {
  return status === "provisioning" || status === "deleting";
}
