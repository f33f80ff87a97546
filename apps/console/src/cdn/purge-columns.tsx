"use client";

import type { CdnPurge } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { isPurgeUnderWay, PURGE_TONE } from "./distribution-labels.tsx";

const column = columnsOf<CdnPurge>();
const SHOWN_PATHS = 5;

export const purgeColumns = [
  column("what", "What", (purge) =>
    purge.everything ? (
      <span className="font-medium">Everything</span>
    ) : (
      <ul className="min-w-40 py-2 font-mono text-xs">
        {purge.paths.slice(0, SHOWN_PATHS).map((path) => (
          <li key={path} className="[overflow-wrap:anywhere]">
            {path}
          </li>
        ))}
        {purge.paths.length > SHOWN_PATHS && (
          <li className="text-ink-subtle">and {purge.paths.length - SHOWN_PATHS} more</li>
        )}
      </ul>
    ),
  ),
  column("status", "Status", (purge) => (
    <>
      <PurgeBadge purge={purge} />
      {purge.error !== null && <p className="mt-1 text-bad text-xs">{purge.error}</p>}
    </>
  )),
  column("requested", "Requested", (purge) => <DateTime iso={purge.requested_at} />),
  column("completed", "Completed", (purge) =>
    purge.completed_at === null ? (
      <span className="text-ink-subtle">not yet</span>
    ) : (
      <DateTime iso={purge.completed_at} />
    ),
  ),
];

export function PurgeBadge({ purge }: { purge: CdnPurge }) {
  return (
    <StatusBadge tone={PURGE_TONE[purge.status]} changing={isPurgeUnderWay(purge.status)}>
      {purge.status}
    </StatusBadge>
  );
}
