import type { NatGatewayStatus, NetworkStatus } from "@fulmar/contract";
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

/** The presentation of every state of a NAT gateway. Exhaustive: a new state does not compile without an entry. */
export const NAT_GATEWAY_STATE: Readonly<Record<NatGatewayStatus, { readonly tone: Tone; readonly title: string }>> = {
  provisioning: { tone: "busy", title: "being set up" },
  available: { tone: "good", title: "available" },
  error: { tone: "bad", title: "not set up" },
  without_public_ip: { tone: "bad", title: "without public address" },
};
