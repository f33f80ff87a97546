import type { SnapshotSet } from "@fulmar/contract";
import type { SnapshotRow } from "./snapshot-repository.ts";

/**
 * spec: LiveDriftSummary. Volumes that a snapshot left out on purpose are no drift: only one of everything misses new
 * ones.
 */
export function driftOf(
  { capture_scope, data_volumes }: Pick<SnapshotRow, "capture_scope" | "data_volumes">,
  liveVolumeIds: readonly string[],
): SnapshotSet["live_drift_summary"] {
  const captured = data_volumes.map((volume) => volume.volume_id);
  const missing = captured.filter((id) => !liveVolumeIds.includes(id));
  const added = capture_scope === "all_attached" ? liveVolumeIds.filter((id) => !captured.includes(id)) : [];
  const deeds = [volumesWere(missing.length, "detached"), volumesWere(added.length, "attached")].flat();
  const message = deeds.length > 0 ? `Since the snapshot, ${deeds.join(" and ")}.` : null;
  return { drifted: message !== null, missing_from_live: missing, new_live_only: added, message };
}

/** "1 volume was detached", "2 volumes were attached"; nothing of none. */
function volumesWere(count: number, deed: "attached" | "detached"): string[] {
  if (count === 0) return [];
  return [count === 1 ? `1 volume was ${deed}` : `${count} volumes were ${deed}`];
}
