import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import {
  DeletionProtection,
  deletedQuery,
  MonthlyPrice,
  Name,
  NewDeletionProtection,
  pageQuery,
  ResourceId,
  RestorableUntil,
  SetDeletionProtection,
  ShownRestorableUntil,
  searchQuery,
  severalOf,
  siteQuery,
  sortedBy,
  Timestamp,
  waitQuery,
} from "../values/fields.ts";
import { VOLUME_SORTS } from "../values/limits.ts";
import { VOLUME_OPERATION_STATUSES, VOLUME_SIZE_GB, VOLUME_STATUSES, VOLUME_TYPES } from "./volume-states.ts";

export const VolumeStatus = z.enum(VOLUME_STATUSES);
export type VolumeStatus = z.infer<typeof VolumeStatus>;

export const VolumeType = z.enum(VOLUME_TYPES);
export type VolumeType = z.infer<typeof VolumeType>;

export const Volume = z
  .strictObject({
    volume_id: z.string(),
    name: z.string(),
    status: VolumeStatus,
    size_gb: z.int(),
    type: VolumeType,
    site_id: z.string(),
    /** The snapshot that it was made from, which may have been deleted since. Null for a volume that began empty. */
    snapshot_id: z.string().nullable(),
    /** The VM that it is attached to, attaching to or detaching from. */
    attached_vm_id: z.string().nullable(),
    /** The volume's device on the VM, such as `/dev/vdb`. Null while it is not attached. */
    device_path: z.string().nullable(),
    /** Why the volume is in `error`. Null in every other state. */
    error_message: z.string().nullable(),
    deletion_protection: DeletionProtection,
    restorable_until: RestorableUntil,
    monthly_price: MonthlyPrice,
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: "Volume" });
export type Volume = z.infer<typeof Volume>;

const SizeGb = z.int().min(VOLUME_SIZE_GB.min).max(VOLUME_SIZE_GB.max);

export const CreateVolume = z
  .strictObject({
    name: Name,
    size_gb: SizeGb,
    site_id: ResourceId,
    type: VolumeType.default("ssd"),
    snapshot_id: ResourceId.optional(),
    deletion_protection: NewDeletionProtection,
  })
  .meta({ id: "CreateVolumeRequest", examples: [{ name: "data", size_gb: 100, site_id: "site-ams-1", type: "ssd" }] });
export type CreateVolume = z.infer<typeof CreateVolume>;

export const UpdateVolume = z
  .strictObject({ name: Name.optional(), deletion_protection: SetDeletionProtection })
  .meta({ id: "UpdateVolumeRequest", examples: [{ name: "data" }] });
export type UpdateVolume = z.infer<typeof UpdateVolume>;

export const AttachVolume = z
  .strictObject({ vm_id: ResourceId })
  .meta({ id: "AttachVolumeRequest", examples: [{ vm_id: "vm_01kq3v9d5n8c2r7m4x6t0w1y5z" }] });
export const ResizeVolume = z
  .strictObject({ size_gb: SizeGb })
  .meta({ id: "ResizeVolumeRequest", examples: [{ size_gb: 200 }] });

/** Volume deletion result of the public API. `operation_id` is in the volume's history, which stays readable. */
export const VolumeDeletion = z
  .strictObject({
    status: z.literal("deleted"),
    id: z.string(),
    operation_id: z.string(),
    restorable_until: ShownRestorableUntil,
  })
  .meta({ id: "VolumeDeletion" });
export type VolumeDeletion = z.infer<typeof VolumeDeletion>;

const volumeId = { volume_id: ResourceId };
const family = "Block storage";

const volumeList = defineOperation({
  id: "volume.list",
  resource: "volume",
  family,
  method: "GET",
  path: "/block-storage/volumes",
  scope: "block-storage.read",
  summary: "List volumes",
  query: {
    ...pageQuery(),
    ...searchQuery,
    ...sortedBy(VOLUME_SORTS),
    status: severalOf(VolumeStatus),
    ...siteQuery,
    name: z.string().max(63).optional(),
    ...deletedQuery,
  },
  output: z.array(Volume),
  list: true,
});

const volumeCreate = defineOperation({
  id: "volume.create",
  resource: "volume",
  family,
  method: "POST",
  path: "/block-storage/volumes",
  scope: "block-storage.write",
  summary: "Create a volume",
  description:
    "The volume is `creating` and then `available`, or in `error` with the reason on its record. " +
    "A volume created from a snapshot is at the site of " +
    "the snapshot's volume and is at least as large as that volume was.",
  body: CreateVolume,
  output: Volume,
  success: 201,
  billable: true,
  errors: ["billing_denied", "not_found", "conflict"],
});

const volumeGet = defineOperation({
  id: "volume.get",
  resource: "volume",
  family,
  method: "GET",
  path: "/block-storage/volumes/{volume_id}",
  scope: "block-storage.read",
  summary: "Get a volume",
  description:
    "With `wait`, the answer is held until the volume is `available`, `in-use` or in `error`, or that many seconds " +
    "have passed.",
  params: volumeId,
  query: waitQuery,
  output: Volume,
  errors: ["not_found"],
});

const volumeUpdate = defineOperation({
  id: "volume.update",
  resource: "volume",
  family,
  method: "PATCH",
  path: "/block-storage/volumes/{volume_id}",
  scope: "block-storage.write",
  summary: "Rename or protect a volume",
  params: volumeId,
  body: UpdateVolume,
  output: Volume,
  errors: ["not_found", "conflict"],
});

const volumeDelete = defineOperation({
  id: "volume.delete",
  resource: "volume",
  family,
  method: "DELETE",
  path: "/block-storage/volumes/{volume_id}",
  scope: "block-storage.write",
  summary: "Delete a volume",
  description:
    "An attached volume, or one that has snapshots, is deleted only with `force`: " +
    "it is detached first, and its snapshots are deleted with it. " +
    "In a workspace with a deletion window, it is kept with its snapshots until `restorable_until`; " +
    "a volume in `error` is not kept.",
  params: volumeId,
  query: { force: z.boolean().default(false) },
  output: VolumeDeletion,
  errors: ["not_found", "conflict"],
});

/** The answer to the purge of a deleted volume. */
export const VolumePurge = z.strictObject({ status: z.literal("purged"), id: z.string() }).meta({ id: "VolumePurge" });

const volumeRestore = defineOperation({
  id: "volume.restore",
  resource: "volume",
  family,
  method: "POST",
  path: "/block-storage/volumes/{volume_id}/restore",
  scope: "block-storage.write",
  summary: "Restore a deleted volume",
  description:
    "It is `available`, with its content and its snapshots. Restoring one that is not deleted changes nothing.",
  params: volumeId,
  output: Volume,
  errors: ["not_found", "conflict"],
});

const volumePurge = defineOperation({
  id: "volume.purge",
  resource: "volume",
  family,
  method: "POST",
  path: "/block-storage/volumes/{volume_id}/purge",
  scope: "block-storage.write",
  summary: "Delete a deleted volume for good",
  description: "It can no longer be restored and is no longer charged.",
  params: volumeId,
  output: VolumePurge,
  irreversible: true,
  errors: ["not_found", "conflict"],
});

const volumeAttach = defineOperation({
  id: "volume.attach",
  resource: "volume",
  family,
  method: "POST",
  path: "/block-storage/volumes/{volume_id}/attach",
  scope: "block-storage.write",
  summary: "Attach a volume to a VM of its site",
  description:
    "The volume is `attaching` and then `in-use`. A volume that is `detaching` from another VM may be attached " +
    "already: the operation waits until it is free.",
  params: volumeId,
  body: AttachVolume,
  output: Volume,
  errors: ["not_found", "conflict"],
});

const volumeDetach = defineOperation({
  id: "volume.detach",
  resource: "volume",
  family,
  method: "POST",
  path: "/block-storage/volumes/{volume_id}/detach",
  scope: "block-storage.write",
  summary: "Detach a volume from its VM",
  description: "The volume is `detaching` and then `available`. Unmount it in the VM first.",
  params: volumeId,
  output: Volume,
  errors: ["not_found", "conflict"],
});

const volumeResize = defineOperation({
  id: "volume.resize",
  resource: "volume",
  family,
  method: "POST",
  path: "/block-storage/volumes/{volume_id}/resize",
  scope: "block-storage.write",
  summary: "Grow a volume",
  description:
    "The volume is `resizing` with its old size, and then has its earlier status with the new size. It " +
    "can only grow; its current size changes nothing.",
  params: volumeId,
  body: ResizeVolume,
  output: Volume,
  billable: true,
  errors: ["billing_denied", "not_found", "conflict"],
});

export const VolumeAction = z.enum(["create", "attach", "detach", "resize", "delete"]);
export type VolumeAction = z.infer<typeof VolumeAction>;

/** States and transitions of the public API */
export const VolumeOperationStatus = z.enum(VOLUME_OPERATION_STATUSES);
export type VolumeOperationStatus = z.infer<typeof VolumeOperationStatus>;

/**
 * Block-volume operation of the public API. `result` is sent when it succeeded, `error` when it failed or while it
 * waits for its site to be resumed.
 */
export const VolumeOperation = z
  .strictObject({
    id: z.string(),
    volume_id: z.string(),
    operation: VolumeAction,
    status: VolumeOperationStatus,
    idempotency_key: z.string().nullable(),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z.string().optional(),
    created_at: Timestamp,
    started_at: Timestamp,
    completed_at: Timestamp.nullable(),
  })
  .meta({ id: "VolumeOperation" });
export type VolumeOperation = z.infer<typeof VolumeOperation>;

const volumeHistory = defineOperation({
  id: "volume.operations",
  resource: "volume_operation",
  family: "Block storage",
  method: "GET",
  path: "/block-storage/volumes/{volume_id}/operations",
  scope: "block-storage.read",
  summary: "List the operation history of a volume",
  description:
    "The history stays readable after the volume has been deleted. While the volume's site is fenced, `error` of an " +
    "operation in progress says why it waits.",
  params: { volume_id: ResourceId },
  query: pageQuery(),
  output: z.array(VolumeOperation),
  list: true,
  errors: ["not_found"],
});

export const volumeOperations = [
  volumeList,
  volumeCreate,
  volumeGet,
  volumeUpdate,
  volumeDelete,
  volumeRestore,
  volumePurge,
  volumeAttach,
  volumeDetach,
  volumeResize,
  volumeHistory,
] as const;
