import { createHash } from "node:crypto";
import type { SnapshotSet } from "@fulmar/contract";
import type { Workspace } from "../kernel/caller.ts";
import { toTimestamp } from "../kernel/timestamp.ts";
import { driftOf } from "./snapshot-drift.ts";
import { GIB, manifestOf, ROOT_VOLUME_NAME } from "./snapshot-manifest.ts";
import type { SnapshotRow } from "./snapshot-repository.ts";
import { rootVolumeId } from "./snapshot-volumes.ts";

/** spec: Snapshot set. Nothing meters snapshots yet, and the record says so. */
export function toSnapshotSet(row: SnapshotRow, vm: { readonly name: string; readonly liveVolumeIds: readonly string[] }, workspace: Workspace): SnapshotSet {
  const { source_disk_size_gb, data_volumes, artifacts, created_at, updated_at, ...snapshot } = row;
  const captured = Object.values(artifacts);
  const bytes = captured.length === 0 ? null : captured.reduce((sum, artifact) => sum + Number(artifact.bytes), 0);
  const sizeGb = bytes === null ? null : Math.ceil(bytes / GIB);
  const dataNames = data_volumes.map((volume) => volume.name);
  return {
    ...snapshot,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
    organization_name: workspace.organizationName,
    workspace_name: workspace.name,
    vm_name: vm.name,
    vm_type: "cloud",
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
    volume_manifest: manifestOf(row),
    volume_manifest_summary: {
      root_only: dataNames.length === 0,
      root_volume_name: ROOT_VOLUME_NAME,
      data_volume_names: dataNames,
      summary_text: [ROOT_VOLUME_NAME, ...dataNames].join(" + "),
    },
    live_drift_summary: driftOf(row, vm.liveVolumeIds),
    metadata: {},
  };
}

/** The same for two snapshots of a VM exactly when they hold the same volumes, of the same sizes, on the same devices. */
function topologyHash({ vm_id, source_disk_size_gb, data_volumes }: SnapshotRow): string {
  const volumes = data_volumes.map((volume) => `${volume.volume_id}:${volume.size_gb}:${volume.device_path}`);
  return createHash("sha256")
    .update([`${rootVolumeId(vm_id)}:${source_disk_size_gb}`, ...volumes].join("\n"))
    .digest("hex");
}
