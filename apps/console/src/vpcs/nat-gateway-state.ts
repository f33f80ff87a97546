import type { NatGatewayStatus } from "@fulmar/contract";
import type { Tone } from "@/components/status-badge.tsx";

/** The presentation of every state of a NAT gateway. Exhaustive: a new state does not compile without an entry. */
export const NAT_GATEWAY_STATE: Readonly<Record<NatGatewayStatus, { readonly tone: Tone; readonly title: string }>> = {
  provisioning: { tone: "busy", title: "being set up" },
  available: { tone: "good", title: "available" },
  error: { tone: "bad", title: "not set up" },
  without_public_ip: { tone: "bad", title: "without public address" },
};
