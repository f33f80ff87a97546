import type { DnsZone } from "@fulmar/contract";
import { StatusBadge } from "@/components/status-badge.tsx";

/** The state of a zone in words. */
export function ZoneBadge({ zone }: { zone: Pick<DnsZone, "status" | "pending_changes" | "error_message"> }) {
  if (zone.status === "pending") return <StatusBadge tone="warn">waiting for its proof</StatusBadge>;
  if (zone.error_message !== null) return <StatusBadge tone="bad">active, changes wait</StatusBadge>;
  if (zone.pending_changes)
    return (
      <StatusBadge tone="busy" changing>
        active, applying changes
      </StatusBadge>
    );
  return <StatusBadge tone="good">active</StatusBadge>;
}
