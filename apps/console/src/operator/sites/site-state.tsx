import type { OperatorSite } from "@fulmar/contract";
import { StatusBadge } from "@/components/status-badge.tsx";

/** Whether a site takes new resources, in a badge. */
export function SiteState({ site: { closed, connected, fenced, reachable } }: { site: OperatorSite }) {
  if (fenced !== null)
    return (
      <div className="max-w-64 py-2">
        <StatusBadge tone="bad">fenced</StatusBadge>
        <div className="text-ink-muted text-xs leading-4 [overflow-wrap:anywhere]">{fenced}</div>
      </div>
    );
  if (!connected) return <StatusBadge tone="warn">not connected</StatusBadge>;
  if (reachable === false) return <StatusBadge tone="bad">does not answer</StatusBadge>;
  return closed ? <StatusBadge tone="warn">closed</StatusBadge> : <StatusBadge tone="good">open</StatusBadge>;
}
