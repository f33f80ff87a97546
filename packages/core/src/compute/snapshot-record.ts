import { createHash } from "node:crypto";
import type { RecoveryVolumeManifestItem, SnapshotSet } from "@fulmar/contract";
import type { Workspace } from "../kernel/caller.ts";
import { toTimestamp } from "../kernel/timestamp.ts";
import type { SnapshotRow } from "./snapshot-repository.ts";

const GIB = 1024 ** 3;
const ROOT_VOLUME_NAME = "Root";

/** spec: Snapshot set. The root volume is what is captured; nothing meters snapshots yet, and the record says so. */
export function toSnapshotSet(row: SnapshotRow, vm: { readonly name: string }, workspace: Workspace): SnapshotSet {
  const { source_disk_size_gb, artifact_ref, artifact_bytes, created_at, updated_at, ...snapshot } = row;
  const bytes = artifact_bytes === null ? null : Number(artifact_bytes);
  const sizeGb = bytes === null ? null : Math.ceil(bytes / GIB);
  const root = rootVolume(row, bytes, sizeGb);
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
    captured_volume_count: 1,
    root_only: true,
    size_gb: sizeGb,
    source_disk_size_gb,
    display_size_gb: sizeGb,
    display_storage_bytes: bytes,
    backend_protected_storage_bytes: bytes,
    protected_storage_bytes: bytes,
    billing_storage_bytes: null,
    billing_storage_source: "unavailable",
    metering_status: "unavailable",
    captured_topology_hash: createHash("sha256").update(`${root.source_volume_id}:${source_disk_size_gb}`).digest("hex"),
    root_volume_id: root.source_volume_id,
    root_volume_name: ROOT_VOLUME_NAME,
    volume_manifest: [root],
    volume_manifest_summary: { root_only: true, root_volume_name: ROOT_VOLUME_NAME, data_volume_names: [], summary_text: "Root" },
    live_drift_summary: { drifted: false, missing_from_live: [], new_live_only: [], message: null },
    metadata: {},
  };
}

/** A root volume has no record of its own: it lives and dies with its VM, and is named after it. */
function rootVolume(row: SnapshotRow, bytes: number | null, sizeGb: number | null): RecoveryVolumeManifestItem {
  return {
    source_volume_id: row.vm_id.replace(/^vm_/, "root_"),
    role: "root",
    source_attachment_present: true,
    metadata: {},
    storage_usage: null,
    size_gb: row.source_disk_size_gb,
    display_size_gb: sizeGb,
    boot_index: 0,
    artifact_bytes: bytes,
    billing_storage_bytes: null,
    delete_on_termination: true,
    source_volume_name: ROOT_VOLUME_NAME,
    resource_name: null,
    device_bus: null,
    device_slot: null,
    attachment_mode: null,
    guest_device: null,
    device_path: null,
    filesystem_uuid: null,
    filesystem_type: null,
    mount_hint: "/",
    mount_state_at_capture: null,
    mount_instructions: null,
    artifact_type: "snapshot",
    artifact_ref: row.artifact_ref,
    artifact_chain_id: null,
    artifact_backup_type: null,
    restored_volume_id: null,
    restored_resource_name: null,
    restored_device_path: null,
    restored_target_vm_id: null,
  };
}
