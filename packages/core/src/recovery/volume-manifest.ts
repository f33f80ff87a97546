import type { BackupType, RecoveryVolumeManifestItem } from "@fulmar/contract";
import { rootVolumeId } from "../work/root-volume.ts";
import { type Capture, ROOT_VOLUME_NAME } from "./captured-volumes.ts";

export const GIB = 1024 ** 3;

/** Fields without data: the provider does not read file systems, and the volumes are not metered. */
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
} as const satisfies Partial<RecoveryVolumeManifestItem>;

/** How a capture is stored. */
interface Artifact {
  readonly type: "snapshot" | "backup";
  readonly chainId: string | null;
  readonly backupType: BackupType | null;
}

/**
 * RecoveryVolumeManifestItem of the public API. Root volume first, then the data volumes ordered by device.
 * @param liveVolumeIds the VM's present data volumes
 */
export function manifestOf(
  capture: Capture,
  liveVolumeIds: readonly string[],
  artifact: Artifact,
): RecoveryVolumeManifestItem[] {
  const root: RecoveryVolumeManifestItem = {
    ...unknown,
    ...captured(capture, rootVolumeId(capture.vm_id), capture.source_disk_size_gb, artifact),
    role: "root",
    source_attachment_present: true,
    boot_index: 0,
    delete_on_termination: true,
    source_volume_name: ROOT_VOLUME_NAME,
    device_path: null,
    mount_hint: "/",
  };
  return [
    root,
    ...capture.data_volumes.map(
      (volume): RecoveryVolumeManifestItem => ({
        ...unknown,
        ...captured(capture, volume.volume_id, volume.size_gb, artifact),
        role: "data",
        source_attachment_present: liveVolumeIds.includes(volume.volume_id),
        boot_index: null,
        delete_on_termination: false,
        source_volume_name: volume.name,
        device_path: volume.device_path,
        mount_hint: null,
      }),
    ),
  ];
}

/** RecoveryPointSummary of the public API */
export function manifestSummary({ data_volumes }: Pick<Capture, "data_volumes">) {
  const names = data_volumes.map((volume) => volume.name);
  return {
    root_only: names.length === 0,
    root_volume_name: ROOT_VOLUME_NAME,
    data_volume_names: names,
    summary_text: [ROOT_VOLUME_NAME, ...names].join(" + "),
  };
}

function captured(
  { artifacts, restored }: Capture,
  volumeId: string,
  sizeGb: number,
  { type, chainId, backupType }: Artifact,
) {
  const artifact = artifacts[volumeId];
  const bytes = artifact === undefined ? null : Number(artifact.bytes);
  const target = restored[volumeId];
  return {
    source_volume_id: volumeId,
    size_gb: sizeGb,
    display_size_gb: bytes === null ? null : Math.ceil(bytes / GIB),
    artifact_bytes: bytes,
    artifact_type: type,
    artifact_ref: artifact?.ref ?? null,
    artifact_chain_id: chainId,
    artifact_backup_type: backupType,
    restored_volume_id: target === undefined ? null : volumeId,
    restored_resource_name: target?.resource_name ?? null,
    restored_device_path: target?.device_path ?? null,
    restored_target_vm_id: target?.vm_id ?? null,
  };
}
