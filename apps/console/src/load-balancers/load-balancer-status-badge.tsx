import type { LoadBalancerStatus } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

/** The colour of every state of a load balancer. Exhaustive: a new state does not compile without an entry. */
const TONE: Readonly<Record<LoadBalancerStatus, Tone>> = {
  provisioning: "busy",
  active: "good",
  updating: "busy",
  error: "bad",
};

export function LoadBalancerStatusBadge({ status }: { status: LoadBalancerStatus }) {
  return (
    <StatusBadge tone={TONE[status]} changing={isChanging(status)}>
      {status}
    </StatusBadge>
  );
}

export function isChanging(status: LoadBalancerStatus): boolean {
  return status === "provisioning" || status === "updating";
}
