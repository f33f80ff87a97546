import type { ReservedIpStatus } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

/** The colour of every state of an address. An unattached address still costs money, so it is not green. */
const TONE: Readonly<Record<ReservedIpStatus, Tone>> = { reserved: "quiet", attached: "good", released: "quiet" };

export function ReservedIpStatusBadge({ status }: { status: ReservedIpStatus }) {
  return <StatusBadge tone={TONE[status]}>{status === "reserved" ? "not attached" : status}</StatusBadge>;
}
