import type { ReservedIpStatus } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

/** An address that nothing uses is paid for all the same, so it does not look like good news. */
const TONE: Readonly<Record<ReservedIpStatus, Tone>> = { reserved: "quiet", attached: "good", released: "quiet" };

export function ReservedIpStatusBadge({ status }: { status: ReservedIpStatus }) {
  return <StatusBadge tone={TONE[status]}>{status === "reserved" ? "not attached" : status}</StatusBadge>;
}
