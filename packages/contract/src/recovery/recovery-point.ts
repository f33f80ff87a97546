import { z } from "zod";
import type { VmKind } from "../compute/vm.ts";
import { ResourceId } from "../values/fields.ts";
import { CAPTURE_STATUSES } from "./states.ts";

export const CaptureStatus = z.enum(CAPTURE_STATUSES);
export type CaptureStatus = z.infer<typeof CaptureStatus>;

/** A kind of VM for which recovery operations are declared. Cloud and GPU VMs have the same ones. */
export type RecoverableVm = Pick<VmKind<string>, "path" | "noun">;

const text = z.string().nullable();
const count = z.int().nullable();

/** RecoveryVolumeManifestItem of the public API: one volume as the snapshot captured it. */
export const RecoveryVolumeManifestItem = z
  .strictObject({
    source_volume_id: z.string(),
    role: z.enum(["root", "data"]),
    source_attachment_present: z.boolean(),
    metadata: z.record(z.string(), z.unknown()),
    storage_usage: z.record(z.string(), z.unknown()).nullable(),
    size_gb: count,
    display_size_gb: count,
    boot_index: count,
    artifact_bytes: count,
    billing_storage_bytes: count,
    delete_on_termination: z.boolean().nullable(),
    source_volume_name: text,
    resource_name: text,
    device_bus: text,
    device_slot: text,
    attachment_mode: text,
    guest_device: text,
    device_path: text,
    filesystem_uuid: text,
    filesystem_type: text,
    mount_hint: text,
    mount_state_at_capture: text,
    mount_instructions: text,
    artifact_type: text,
    artifact_ref: text,
    artifact_chain_id: text,
    artifact_backup_type: text,
    restored_volume_id: text,
    restored_resource_name: text,
    restored_device_path: text,
    restored_target_vm_id: text,
  })
  .meta({ id: "RecoveryVolumeManifestItem" });
export type RecoveryVolumeManifestItem = z.infer<typeof RecoveryVolumeManifestItem>;

/** RecoveryPointSummary of the public API */
export const RecoveryPointSummary = z
  .strictObject({
    root_only: z.boolean(),
    root_volume_name: text,
    data_volume_names: z.array(z.string()),
    summary_text: z.string(),
  })
  .meta({ id: "RecoveryPointSummary" });

/** LiveDriftSummary of the public API: how the VM has changed since. */
export const LiveDriftSummary = z
  .strictObject({
    drifted: z.boolean(),
    missing_from_live: z.array(z.string()),
    new_live_only: z.array(z.string()),
    message: text,
  })
  .meta({ id: "LiveDriftSummary" });

const volumeIds = z.array(ResourceId).min(1).max(64).optional();

/** The captured volumes to restore, including the root volume's id. Default: all of them. */
export const RestoreSnapshot = z
  .strictObject({ volume_ids: volumeIds })
  .meta({ id: "RestoreSnapshot", examples: [{ volume_ids: ["vol_01kq3v9d5n8c2r7m4x6t0w1y5z"] }] });
export const RestoreBackup = z
  .strictObject({ volume_ids: volumeIds })
  .meta({ id: "RestoreBackup", examples: [{ volume_ids: ["vol_01kq3v9d5n8c2r7m4x6t0w1y5z"] }] });

/**
 * The description that both restores share.
 * @param point the recovery point in words
 */
export function restoreDescription(point: string): string {
  return [
    `Restores the root volume and the data volumes of the ${point} to their contents at that time; ` +
      "with `volume_ids`, only those volumes.",
    "A running VM is stopped for the restore and started again. A data volume is restored in place, so it must be " +
      "attached to the VM: one that is not is named",
    "by the 409; attach it again, or leave it out of `volume_ids`. If the restore fails or is cancelled, the volumes " +
      "hold what they held before.",
  ].join(" ");
}
