import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Name, pageQuery, ResourceId, Timestamp, waitQuery } from "../values/fields.ts";
import { VOLUME_SNAPSHOT_STATUSES } from "./volume-states.ts";

/** States of the public API */
export const VolumeSnapshotStatus = z.enum(VOLUME_SNAPSHOT_STATUSES);
export type VolumeSnapshotStatus = z.infer<typeof VolumeSnapshotStatus>;

export const VolumeSnapshot = z
  .strictObject({
    snapshot_id: z.string(),
    volume_id: z.string(),
    name: z.string(),
    status: VolumeSnapshotStatus,
    /** The volume's size when the snapshot was taken. A volume made from the snapshot is at least as large. */
    size_gb: z.int(),
    /** The storage that the snapshot uses. Null until it has succeeded. */
    stored_bytes: z.int().nullable(),
    /** Why it failed. Null in every other state. */
    error_message: z.string().nullable(),
    created_at: Timestamp,
    completed_at: Timestamp.nullable(),
  })
  .meta({ id: "VolumeSnapshot" });
export type VolumeSnapshot = z.infer<typeof VolumeSnapshot>;

export const CreateVolumeSnapshot = z
  .strictObject({ name: Name })
  .meta({ id: "CreateVolumeSnapshotRequest", examples: [{ name: "before-migration" }] });

const VolumeSnapshotDeletion = z
  .strictObject({ status: z.literal("deleted"), id: z.string() })
  .meta({ id: "VolumeSnapshotDeletion" });

const ofVolume = { volume_id: ResourceId };
const oneOfVolume = { ...ofVolume, snapshot_id: ResourceId };
const path = "/block-storage/volumes/{volume_id}/snapshots";
const family = "Block storage";

const volumeSnapshotList = defineOperation({
  id: "volumeSnapshot.list",
  resource: "volume_snapshot",
  family,
  method: "GET",
  path,
  scope: "block-storage.read",
  summary: "List the snapshots of a volume",
  params: ofVolume,
  query: { ...pageQuery(), status: VolumeSnapshotStatus.optional(), name: z.string().max(63).optional() },
  output: z.array(VolumeSnapshot),
  list: true,
  errors: ["not_found"],
});

const volumeSnapshotCreate = defineOperation({
  id: "volumeSnapshot.create",
  resource: "volume_snapshot",
  family,
  method: "POST",
  path,
  scope: "block-storage.write",
  summary: "Take a snapshot of a volume",
  description:
    "The snapshot is `queued`, `running` and then `succeeded` or `failed`. The volume keeps its state meanwhile, but " +
    "cannot be changed.",
  params: ofVolume,
  body: CreateVolumeSnapshot,
  output: VolumeSnapshot,
  success: 201,
  errors: ["not_found", "conflict"],
});

const volumeSnapshotGet = defineOperation({
  id: "volumeSnapshot.get",
  resource: "volume_snapshot",
  family,
  method: "GET",
  path: `${path}/{snapshot_id}`,
  scope: "block-storage.read",
  summary: "Get a snapshot of a volume",
  description:
    "With `wait`, the answer is held until the snapshot has succeeded or failed, or that many seconds have passed.",
  params: oneOfVolume,
  query: waitQuery,
  output: VolumeSnapshot,
  errors: ["not_found"],
});

const volumeSnapshotDelete = defineOperation({
  id: "volumeSnapshot.delete",
  resource: "volume_snapshot",
  family,
  method: "DELETE",
  path: `${path}/{snapshot_id}`,
  scope: "block-storage.write",
  summary: "Delete a snapshot of a volume",
  description:
    "Volumes that were created from it are copies and stay; one that is being created from it is finished first.",
  params: oneOfVolume,
  output: VolumeSnapshotDeletion,
  errors: ["not_found", "conflict"],
});

export const volumeSnapshotOperations = [
  volumeSnapshotList,
  volumeSnapshotCreate,
  volumeSnapshotGet,
  volumeSnapshotDelete,
] as const;
