import type { RecoveryVolumeManifestItem } from "@fulmar/contract";
import type { SnapshotRow } from "./snapshot-repository.ts";
import { rootVolumeId } from "./snapshot-volumes.ts";

export const GIB = 1024 ** 3;
export const ROOT_VOLUME_NAME = "Root";

/** What nothing is known of: the provider does not look into file systems, and nothing has been restored from the volume. */
const unknown = {
  metadata: {},
  storage_usage: null,
  billing_storage_bytes: null,
  resource_name: null,
  device_bus: null,
  device_slot: null,
  attachment_mode: null,
  guest_device: null,
  filesystem_uuid: null,
  filesystem_type: null,
  mount_state_at_capture: null,
  mount_instructions: null,
  artifact_chain_id: null,
  artifact_backup_type: null,
  restored_volume_id: null,
  restored_resource_name: null,
  restored_device_path: null,
  restored_target_vm_id: null,
} as const satisfies Partial<RecoveryVolumeManifestItem>;

/** spec: RecoveryVolumeManifestItem: the root volume, then the data volumes in the order of their devices. */
export function manifestOf(row: SnapshotRow): RecoveryVolumeManifestItem[] {
  const rootId = rootVolumeId(row.vm_id);
  const root: RecoveryVolumeManifestItem = {
    ...unknown,
    ...captured(row, rootId, row.source_disk_size_gb),
    role: "root",
    boot_index: 0,
    delete_on_termination: true,
    source_volume_name: ROOT_VOLUME_NAME,
    device_path: null,
    mount_hint: "/",
  };
  return [
    root,
    ...row.data_volumes.map(
      (volume): RecoveryVolumeManifestItem => ({
        ...unknown,
        ...captured(row, volume.volume_id, volume.size_gb),
        role: "data",
        boot_index: null,
        delete_on_termination: false,
        source_volume_name: volume.name,
        device_path: volume.device_path,
        mount_hint: null,
      }),
    ),
  ];
}

function captured({ artifacts }: SnapshotRow, volumeId: string, sizeGb: number) {
  const artifact = artifacts[volumeId];
  const bytes = artifact === undefined ? null : Number(artifact.bytes);
  return {
    source_volume_id: volumeId,
    source_attachment_present: true,
    size_gb: sizeGb,
    display_size_gb: bytes === null ? null : Math.ceil(bytes / GIB),
    artifact_bytes: bytes,
    artifact_type: "snapshot",
    artifact_ref: artifact?.ref ?? null,
  };
}
