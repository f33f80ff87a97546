import { createHash } from "node:crypto";
import type { SnapshotSet, VmType } from "@fulmar/contract";
import type { RowOf } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Workspace } from "../request/caller.ts";
import { bytesOf, type Capture, ROOT_VOLUME_NAME, rootVolumeId } from "./captured-volumes.ts";
import { GIB, manifestOf, manifestSummary } from "./volume-manifest.ts";

/** A snapshot as lists read it. */
export type SnapshotRow = RowOf<"snapshot_list"> & Capture;

/** The VM's columns in the records of its recovery points. */
export interface RecoveredVm {
  readonly name: string;
  readonly type: VmType;
  /** Its present data volumes. */
  readonly liveVolumeIds: readonly string[];
}

/**
 * Snapshot set of the public API. Snapshots are not metered yet, and the record says so. `metadata` has the operation
 * and the reason of a failure.
 */
export function toSnapshotSet(row: SnapshotRow, vm: RecoveredVm, workspace: Workspace): SnapshotSet {
  const {
    source_disk_size_gb,
    data_volumes,
    artifacts,
    restored,
    operation_id,
    error_code,
    error_message,
    created_at,
    updated_at,
    ...snapshot
  } = row;
  const total = bytesOf(artifacts);
  const bytes = total === null ? null : Number(total);
  const sizeGb = bytes === null ? null : Math.ceil(bytes / GIB);
  return {
    ...snapshot,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
    organization_name: workspace.organizationName,
    workspace_name: workspace.name,
    vm_name: vm.name,
    vm_type: vm.type,
    recovery_point_type: "snapshot",
    captured_volume_count: 1 + data_volumes.length,
    root_only: data_volumes.length === 0,
    size_gb: sizeGb,
    source_disk_size_gb,
    display_size_gb: sizeGb,
    display_storage_bytes: bytes,
    backend_protected_storage_bytes: bytes,
    protected_storage_bytes: bytes,
    billing_storage_bytes: null,
    billing_storage_source: "unavailable",
    metering_status: "unavailable",
    captured_topology_hash: topologyHash(row),
    root_volume_id: rootVolumeId(row.vm_id),
    root_volume_name: ROOT_VOLUME_NAME,
    volume_manifest: manifestOf(row, vm.liveVolumeIds, { type: "snapshot", chainId: null, backupType: null }),
    volume_manifest_summary: manifestSummary(row),
    live_drift_summary: driftOf(row, vm.liveVolumeIds),
    metadata: {
      ...(operation_id !== null && { operation_id }),
      ...(error_code !== null && { error_code, error_message }),
    },
  };
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
