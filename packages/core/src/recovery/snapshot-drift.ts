import type { SnapshotSet } from "@fulmar/contract";
import type { SnapshotRow } from "./snapshot-repository.ts";

/** spec: LiveDriftSummary. Volumes that a snapshot left out on purpose are no drift: only one of everything misses new ones. */
export function driftOf(
  { capture_scope, data_volumes }: Pick<SnapshotRow, "capture_scope" | "data_volumes">,
  liveVolumeIds: readonly string[],
): SnapshotSet["live_drift_summary"] {
  const captured = data_volumes.map((volume) => volume.volume_id);
  const missing = captured.filter((id) => !liveVolumeIds.includes(id));
  const added = capture_scope === "all_attached" ? liveVolumeIds.filter((id) => !captured.includes(id)) : [];
  const drifted = missing.length + added.length > 0;
  const message = drifted ? `Since the snapshot, volumes were detached from the VM: ${missing.length}, attached to it: ${added.length}.` : null;
  return { drifted, missing_from_live: missing, new_live_only: added, message };
}
