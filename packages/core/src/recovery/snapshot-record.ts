import { createHash } from "node:crypto";
import { SnapshotSet } from "@fulmar/contract";
import type { RowOf } from "@fulmar/prisma";
import { wireForm } from "../query/wire-form.ts";
import type { Workspace } from "../request/caller.ts";
import { rootVolumeId } from "../work/root-volume.ts";
import { bytesOf, type Capture, ROOT_VOLUME_NAME } from "./captured-volumes.ts";
import { GIB, manifestOf, manifestSummary } from "./volume-manifest.ts";

export type SnapshotRow = RowOf<"snapshot_get"> & Capture;

const shown = wireForm(SnapshotSet);

/** Snapshots are not metered yet, and the record says so. `metadata` has the operation and the reason of a failure. */
export function toSnapshotSet(row: SnapshotRow, workspace: Workspace): SnapshotSet {
  const { data_volumes, live_volume_ids, operation_id, error_code, error_message } = row;
  const total = bytesOf(row.artifacts);
  const bytes = total === null ? null : Number(total);
  const size_gb = bytes === null ? null : Math.ceil(bytes / GIB);
  return shown({
    ...row,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    organization_name: workspace.organizationName,
    workspace_name: workspace.name,
    recovery_point_type: "snapshot",
    captured_volume_count: 1 + data_volumes.length,
    root_only: data_volumes.length === 0,
    size_gb,
    display_size_gb: size_gb,
    display_storage_bytes: bytes,
    backend_protected_storage_bytes: bytes,
    protected_storage_bytes: bytes,
    billing_storage_bytes: null,
    billing_storage_source: "unavailable",
    metering_status: "unavailable",
    captured_topology_hash: topologyHash(row),
    root_volume_id: rootVolumeId(row.vm_id),
    root_volume_name: ROOT_VOLUME_NAME,
    volume_manifest: manifestOf(row, live_volume_ids, { type: "snapshot", chainId: null, backupType: null }),
    volume_manifest_summary: manifestSummary(row),
    live_drift_summary: driftOf(row, live_volume_ids),
    metadata: {
      ...(operation_id !== null && { operation_id }),
      ...(error_code !== null && { error_code, error_message }),
    },
  });
}

/**
 * A hash that is equal for two snapshots of a VM exactly if they have the same volumes with the same sizes on the same
 * devices.
 */
function topologyHash({ vm_id, source_disk_size_gb, data_volumes }: SnapshotRow): string {
  const volumes = data_volumes.map((volume) => `${volume.volume_id}:${volume.size_gb}:${volume.device_path}`);
  return createHash("sha256")
    .update([`${rootVolumeId(vm_id)}:${source_disk_size_gb}`, ...volumes].join("\n"))
    .digest("hex");
}

/**
 * LiveDriftSummary of the public API. Volumes outside of a snapshot's scope are no drift: only a snapshot of
 * everything can miss new ones.
 */
export function driftOf(
  { capture_scope, data_volumes }: Pick<SnapshotRow, "capture_scope" | "data_volumes">,
  liveVolumeIds: readonly string[],
): SnapshotSet["live_drift_summary"] {
  const captured = data_volumes.map((volume) => volume.volume_id);
  const missing = captured.filter((id) => !liveVolumeIds.includes(id));
  const added = capture_scope === "all_attached" ? liveVolumeIds.filter((id) => !captured.includes(id)) : [];
  const changes = [volumesWere(missing.length, "detached"), volumesWere(added.length, "attached")].flat();
  const message = changes.length > 0 ? `Since the snapshot, ${changes.join(" and ")}.` : null;
  return { drifted: message !== null, missing_from_live: missing, new_live_only: added, message };
}

/** "1 volume was detached", "2 volumes were attached". Empty for zero. */
function volumesWere(count: number, change: "attached" | "detached"): string[] {
  if (count === 0) return [];
  return [count === 1 ? `1 volume was ${change}` : `${count} volumes were ${change}`];
}
