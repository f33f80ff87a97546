import { z } from "zod";
import { Acceptance } from "../compute/compute-operation.ts";
import { VmType, vmId } from "../compute/vm.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import {
  CaptureStatus,
  type RecoverableVm,
  RecoveryPointSummary,
  RecoveryVolumeManifestItem,
  RestoreBackup,
  restoreDescription,
} from "./recovery-point.ts";
import { BACKUP_TYPES } from "./states.ts";

/** An incremental backup holds the changes since its parent. A full backup has no parent. */
export const BackupType = z.enum(BACKUP_TYPES);
export type BackupType = z.infer<typeof BackupType>;

export const Backup = z
  .strictObject({
    organization_id: z.string(),
    workspace_id: z.string(),
    backup_id: z.string(),
    vm_id: z.string(),
    vm_name: z.string(),
    vm_type: VmType,
    /** The site that has it. */
    site_id: z.string(),
    /** When its VM was deleted: the backup is kept without it. Null while there is the VM. */
    vm_deleted_at: Timestamp.nullable(),
    /** The VM's policy when the backup began. Null if it had none. */
    policy_id: z.string().nullable(),
    /** Null if a scheduled run never began. */
    operation_id: z.string().nullable(),
    type: BackupType,
    /** The parent of an incremental backup. Null for a full backup and for one that failed. */
    parent_backup_id: z.string().nullable(),
    /** The id of the full backup that starts its chain: its own id for a full backup. */
    chain_id: z.string(),
    status: CaptureStatus,
    trigger: z.enum(["schedule", "manual"]),
    /** The slot that it is for. */
    scheduled_for: Timestamp.nullable(),
    /** Its size at the provider, in bytes. Null until it has succeeded. */
    size_bytes: z.int().nullable(),
    storage_backend: z.string(),
    volume_manifest: z.array(RecoveryVolumeManifestItem),
    volume_manifest_summary: RecoveryPointSummary,
    error_code: z.string().nullable(),
    error_message: z.string().nullable(),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
    /** When it is removed, unless later backups depend on it. Null means that it is kept until deleted. */
    expires_at: Timestamp.nullable(),
  })
  .meta({ id: "Backup" });
export type Backup = z.infer<typeof Backup>;

const CreateBackup = z
  .strictObject({ type: BackupType.optional() })
  .meta({ id: "CreateBackup", examples: [{ type: "full" }] });
export const BackupDeletion = z
  .strictObject({ status: z.literal("deleted"), id: z.string() })
  .meta({ id: "BackupDeletion" });

/** The backup operations of a kind of VM. */
export function backupOperations<const Kind extends "backup" | "gpuBackup">(kind: Kind, vm: RecoverableVm) {
  const family = "Compute";
  const path = `${vm.path}/{vm_id}/backups` as const;
  const one = { ...vmId, backup_id: ResourceId };
  const list = defineOperation({
    id: `${kind}.list` as const,
    resource: "backup",
    family,
    method: "GET",
    path,
    scope: "vm.read",
    summary: `List the backups of a ${vm.noun}, newest first`,
    params: vmId,
    query: { ...pageQuery(), status: CaptureStatus.optional(), type: BackupType.optional() },
    output: z.array(Backup),
    list: true,
    errors: ["not_found"],
  });
  const create = defineOperation({
    id: `${kind}.create` as const,
    resource: "backup",
    family,
    method: "POST",
    path,
    scope: "vm.write",
    summary: `Back up a ${vm.noun} now`,
    description: [
      "Backs up the root volume and every attached data volume; the action of its operation is `snapshot`. " +
        "Without `type`, the policy decides:",
      "incremental if that is enabled and the last full backup is recent enough, otherwise full. " +
        "A VM without a policy is backed up in full,",
      "and such a backup does not expire. The backups of a VM are deleted with it, unless its deletion keeps them.",
    ].join(" "),
    params: vmId,
    body: CreateBackup,
    output: Acceptance,
    success: 202,
    errors: ["not_found", "conflict"],
  });
  const get = defineOperation({
    id: `${kind}.get` as const,
    resource: "backup",
    family,
    method: "GET",
    path: `${path}/{backup_id}`,
    scope: "vm.read",
    summary: `Get a backup of a ${vm.noun}`,
    params: one,
    output: Backup,
    errors: ["not_found"],
  });
  const restore = defineOperation({
    id: `${kind}.restore` as const,
    resource: "backup",
    family,
    method: "POST",
    path: `${path}/{backup_id}/restore`,
    scope: "vm.write",
    summary: `Restore a ${vm.noun} from a backup`,
    description: restoreDescription("backup"),
    params: one,
    body: RestoreBackup,
    output: Acceptance,
    success: 202,
    irreversible: true,
    errors: ["not_found", "conflict"],
  });
  const remove = defineOperation({
    id: `${kind}.delete` as const,
    resource: "backup",
    family,
    method: "DELETE",
    path: `${path}/{backup_id}`,
    scope: "vm.write",
    summary: `Delete a backup of a ${vm.noun}`,
    description:
      "A backup cannot be deleted while it runs or is being restored, or while later incremental backups depend on it.",
    params: one,
    output: BackupDeletion,
    errors: ["not_found", "conflict"],
  });
  return [list, create, get, restore, remove] as const;
}
