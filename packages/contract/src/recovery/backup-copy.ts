import { z } from "zod";
import { VOLUME_TYPES } from "../block-storage/volume-states.ts";
import { Acceptance } from "../compute/compute-operation.ts";
import { Dedicated } from "../compute/vm.ts";
import { VM_TYPES } from "../compute/vm-states.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { COPY_STATUSES } from "./states.ts";
import { hasVpcWithSubnet, VmOfBackup, vpcWithSubnet } from "./workspace-backup.ts";

/**
 * A copy of a backup in the bucket of a destination. Only what no earlier copy has is written, and each copy is restored
 * whatever becomes of the others.
 */
export const BackupCopy = z
  .strictObject({
    copy_id: z.string(),
    destination_id: z.string(),
    destination_name: z.string(),
    /** `waiting` until all of it is in the bucket. `removing` when the retention of the destination has passed. */
    status: z.enum(COPY_STATUSES),
    /** Whether this workspace wrote it. Others were found in the bucket, and no retention removes them. */
    own: z.boolean(),
    /** The backup and the VM that it was made of, which may be gone, or have been in another installation. */
    backup_id: z.string(),
    vm_id: z.string(),
    vm_name: z.string(),
    vm_type: z.enum(VM_TYPES),
    /** The plan, the image and the disks of the VM. Null, and empty, until the copy is complete. */
    plan_id: z.string().nullable(),
    template_id: z.string().nullable(),
    disk_gb: z.int().nullable(),
    volumes: z.array(
      z.strictObject({ name: z.string(), size_gb: z.int(), type: z.enum(VOLUME_TYPES) }).meta({ id: "CopiedVolume" }),
    ),
    /** What the bucket has of it, with what other copies need, too. */
    size_bytes: z.int().nullable(),
    /** How much of that was written for it. The rest was there already, by earlier copies. */
    new_bytes: z.int().nullable(),
    /** When the backup was made. */
    taken_at: Timestamp,
    copied_at: Timestamp.nullable(),
    /** Why the last try failed, while it is tried again. */
    waiting_reason: z.string().nullable(),
    /** Why it is `failed`. */
    error_message: z.string().nullable(),
  })
  .meta({ id: "BackupCopy" });
export type BackupCopy = z.infer<typeof BackupCopy>;

/** A new VM of a copy. Its kind is that of the VM that was. */
export const VmOfCopy = z
  .strictObject({
    ...VmOfBackup.shape,
    site_id: ResourceId,
    dedicated: Dedicated,
    template_id: ResourceId.optional().describe("The image that the VM is said to be of. Default: the one it was of."),
  })
  .refine(hasVpcWithSubnet, vpcWithSubnet)
  .meta({ id: "VmOfCopy", examples: [{ name: "web-1-again", plan_id: "plan-small", site_id: "site-fra-1" }] });

const copies = { resource: "backup_copy", family: "Compute" } as const;
const path = "/compute/backup-copies";

const list = defineOperation({
  ...copies,
  id: "backupCopy.list",
  method: "GET",
  path,
  scope: "vm.read",
  summary: "List the copies of backups at the destinations, newest first",
  description:
    "Lists copies that this workspace has made or is making, and copies that a worker has found in a " +
    "destination's bucket, when it was added and every hour since.",
  query: {
    ...pageQuery(),
    destination_id: ResourceId.optional(),
    backup_id: ResourceId.optional(),
    status: z.enum(COPY_STATUSES).optional(),
  },
  output: z.array(BackupCopy),
  list: true,
});

export const CreateBackupCopy = z.strictObject({ backup_id: ResourceId, destination_id: ResourceId }).meta({
  id: "CreateBackupCopy",
  examples: [{ backup_id: "bkp_01jd8m4x3q7v9y2w6t5r0n1k8c", destination_id: "bdst_01jd8m4x3q7v9y2w6t5r0n1k8c" }],
});

const create = defineOperation({
  ...copies,
  id: "backupCopy.create",
  method: "POST",
  path,
  scope: "vm.write",
  summary: "Copy a backup to a destination now",
  description:
    "Also works for a backup whose policy names no destination, and after a failed copy. The copy is " +
    "`waiting` until a worker has written all of it to the bucket. It counts for the destination's " +
    "retention like any other.",
  body: CreateBackupCopy,
  output: BackupCopy,
  success: 201,
  errors: ["not_found", "conflict"],
});

const createVm = defineOperation({
  ...copies,
  id: "backupCopy.createVm",
  method: "POST",
  path: `${path}/{copy_id}/vms`,
  scope: "vm.write",
  summary: "Create a VM from a copy of a backup",
  description:
    "The VM can be at any site of the kind that the backup was made at, even if that site, the original " +
    "VM and the backup no longer exist. The data volumes of the backup become new volumes that are " +
    "attached to the VM. Every byte is verified.",
  params: { copy_id: ResourceId },
  body: VmOfCopy,
  output: Acceptance,
  success: 202,
  billable: true,
  errors: ["billing_denied", "not_found", "conflict"],
});

export const backupCopyOperations = [list, create, createVm] as const;
