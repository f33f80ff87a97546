"use client";

import type { SnapshotSet } from "@fulmar/contract";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { CaptureStatusBadge } from "../capture-status-badge.tsx";
import { SnapshotActions } from "./snapshot-actions.tsx";

const column = columnsOf<SnapshotSet>();

/** Why a snapshot failed stands in its metadata, which the specification leaves open. */
function reasonOf({ metadata }: SnapshotSet): string | null {
  return typeof metadata.error_message === "string" ? metadata.error_message : null;
}

export const snapshotColumns = [
  column("name", "Name", (snapshot) => (
    <div className="min-w-36 max-w-72 py-2">
      <span className="font-medium">{snapshot.name}</span>
      {snapshot.description !== null && <p className="truncate text-ink-muted text-xs">{snapshot.description}</p>}
    </div>
  )),
  column("status", "Status", (snapshot) => (
    <div className="max-w-64 py-2">
      <CaptureStatusBadge status={snapshot.status} />
      {reasonOf(snapshot) !== null && <p className="mt-1 text-bad text-xs">{reasonOf(snapshot)}</p>}
    </div>
  )),
  column("volumes", "Captured", (snapshot) => (
    <div className="max-w-64 py-2">
      {snapshot.volume_manifest_summary.summary_text}
      {/* A restore does not bring that back. */}
      {snapshot.live_drift_summary.drifted && (
        <p className="text-warn text-xs">{snapshot.live_drift_summary.message}</p>
      )}
    </div>
  )),
  column("size", "Size", (snapshot) => (
    <span className="whitespace-nowrap">{snapshot.size_gb === null ? "" : `${snapshot.size_gb} GB`}</span>
  )),
  column("created", "Taken", (snapshot) => <DateTime iso={snapshot.created_at} />),
  column("actions", hiddenTitle("Actions"), (snapshot) => <SnapshotActions snapshot={snapshot} />),
];
