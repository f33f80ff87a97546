import { z } from "zod";

const text = z.string().nullable();
const count = z.int().nullable();

/** spec: RecoveryVolumeManifestItem: one volume as a snapshot captured it. */
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

/** spec: RecoveryPointSummary */
export const RecoveryPointSummary = z
  .strictObject({
    root_only: z.boolean(),
    root_volume_name: text,
    data_volume_names: z.array(z.string()),
    summary_text: z.string(),
  })
  .meta({ id: "RecoveryPointSummary" });

/** spec: LiveDriftSummary: what has changed on the VM since. */
export const LiveDriftSummary = z
  .strictObject({
    drifted: z.boolean(),
    missing_from_live: z.array(z.string()),
    new_live_only: z.array(z.string()),
    message: text,
  })
  .meta({ id: "LiveDriftSummary" });
