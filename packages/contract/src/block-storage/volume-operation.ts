import { z } from "zod";
import { pageQuery, ResourceId, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { VOLUME_OPERATION_STATUSES } from "./volume-states.ts";

export const VolumeAction = z.enum(["create", "attach", "detach", "resize", "delete"]);
export type VolumeAction = z.infer<typeof VolumeAction>;

/** spec: States and transitions */
export const VolumeOperationStatus = z.enum(VOLUME_OPERATION_STATUSES);
export type VolumeOperationStatus = z.infer<typeof VolumeOperationStatus>;

/**
 * spec: Block-volume operation. `result` is sent when it succeeded, `error` when it failed, or while it waits for its
 * site to be resumed.
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

export const volumeOperations = defineOperation({
  id: "volume.operations",
  resource: "volume_operation",
  family: "Block storage",
  method: "GET",
  path: "/block-storage/volumes/{volume_id}/operations",
  scope: "block-storage.read",
  summary: "List what was done with a volume",
  description:
    "The history stays readable after the volume has been deleted. While nothing is changed at the volume's site, `error` of what is in progress says why it waits.",
  params: { volume_id: ResourceId },
  query: pageQuery(),
  output: z.array(VolumeOperation),
  list: true,
  errors: ["not_found"],
});
