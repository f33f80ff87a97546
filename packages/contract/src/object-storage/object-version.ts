import { z } from "zod";
import { ContentDisposition, ObjectKey } from "../cdn/object-url.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { DownloadUrl, ExpiresIn, KeyCursor, KeyPrefix, UploadUrl } from "./object.ts";

/** `off`: versioning was never turned on. `suspended`: versions stay, and new objects replace the version `null`. */
const VersioningStatus = z.enum(["off", "enabled", "suspended"]);

export const BucketVersioning = z
  .strictObject({ name: z.string(), status: VersioningStatus })
  .meta({ id: "BucketVersioning" });
export type BucketVersioning = z.infer<typeof BucketVersioning>;

export const PutBucketVersioning = z
  .strictObject({ status: VersioningStatus.exclude(["off"]) })
  .meta({ id: "PutBucketVersioningRequest", examples: [{ status: "enabled" }] });

/** The id of a version. `null` is the version that was written without versioning (AWS: Using S3 Versioning). */
export const VersionId = z.string().regex(/^[\w.-]{1,128}$/, "must be the id of a version");

/** A version of an object, or a delete marker, which hides the versions before it and has no bytes. */
export const ObjectVersion = z
  .strictObject({
    key: z.string(),
    version_id: VersionId,
    /** Whether it is the newest of its key. */
    is_latest: z.boolean(),
    is_delete_marker: z.boolean(),
    /** In bytes. Null for a delete marker. */
    size: z.int().nullable(),
    etag: z.string().nullable(),
    last_modified: Timestamp,
    /** Until then the version cannot be deleted. Null without retention, or after it has passed. */
    retained_until: Timestamp.nullable(),
    legal_hold: z.boolean(),
  })
  .meta({ id: "ObjectVersion" });
export type ObjectVersion = z.infer<typeof ObjectVersion>;

const named = { object_key: ObjectKey, version_id: VersionId };
const example = { object_key: "2026/cat.jpg", version_id: "ver_01kaqz2x8w0000000000000000" };

export const CreateVersionDownloadUrl = z
  .strictObject({ ...named, expires_in: ExpiresIn, disposition: ContentDisposition.optional() })
  .meta({ id: "CreateVersionDownloadUrlRequest", examples: [{ ...example, disposition: "attachment" }] });

export const CreateVersionRestoreUrl = z
  .strictObject({ ...named, expires_in: ExpiresIn })
  .meta({ id: "CreateVersionRestoreUrlRequest", examples: [example] });

export const DeleteObjectVersion = z
  .strictObject(named)
  .meta({ id: "DeleteObjectVersionRequest", examples: [example] });

export const ObjectVersionDeletion = z
  .strictObject({ status: z.literal("deleted"), key: z.string(), version_id: VersionId })
  .meta({ id: "ObjectVersionDeletion" });

const bucket = "/object-storage/buckets/{bucket_name}";
const place = {
  resource: "bucket",
  family: "Object storage",
  params: { bucket_name: ResourceId },
  errors: ["not_found"],
} as const;

const versioning = { ...place, path: `${bucket}/versioning`, output: BucketVersioning } as const;

const bucketVersioningGet = defineOperation({
  ...versioning,
  id: "bucketVersioning.get",
  method: "GET",
  scope: "object-storage.read",
  summary: "Get whether a bucket keeps earlier versions of its objects",
});

const bucketVersioningPut = defineOperation({
  ...versioning,
  id: "bucketVersioning.put",
  method: "PUT",
  scope: "object-storage.write",
  summary: "Enable or suspend the versioning of a bucket",
  description:
    "While it is enabled, an object that is replaced or deleted stays as an earlier version, which counts as an " +
    "object of the bucket with its size. " +
    "Versioning can be suspended and not turned off again; with object lock it cannot be suspended (409 `bucket_locked`).",
  body: PutBucketVersioning,
  errors: ["not_found", "conflict"],
});

const objectVersionList = defineOperation({
  ...place,
  id: "objectVersion.list",
  method: "GET",
  path: `${bucket}/object-versions`,
  scope: "object-storage.read",
  summary: "List versions of objects",
  description:
    "Ordered by the bytes of their keys, the newest of a key first. `object_key` lists the versions of one key, " +
    "`prefix` those of all keys that begin with it. " +
    "`deleted` lists only the delete markers of keys that have no object; deleting such a marker brings the object back.",
  query: {
    ...pageQuery(),
    cursor: KeyCursor.optional(),
    object_key: ObjectKey.optional(),
    prefix: KeyPrefix.optional(),
    deleted: z.boolean().optional(),
  },
  output: z.array(ObjectVersion),
  list: true,
});

const objectVersionCreateDownloadUrl = defineOperation({
  ...place,
  id: "objectVersion.createDownloadUrl",
  method: "POST",
  path: `${bucket}/object-versions/download-urls`,
  scope: "object-storage.read",
  summary: "Create a URL for downloading a version of an object",
  description:
    "A presigned S3 URL, valid for a GET without any other credential for `expires_in` seconds. " +
    "Each answer writes an audit event.",
  body: CreateVersionDownloadUrl,
  output: DownloadUrl,
  safe: true,
  audited: true,
});

const objectVersionCreateRestoreUrl = defineOperation({
  ...place,
  id: "objectVersion.createRestoreUrl",
  method: "POST",
  path: `${bucket}/object-versions/restore-urls`,
  scope: "object-storage.write",
  summary: "Create a URL for restoring a version of an object",
  description:
    "A presigned S3 URL. A PUT with the answered `headers` and no body copies the version to its key, as the newest " +
    "version, without sending its bytes. " +
    "It needs the right to read objects too. Each answer writes an audit event.",
  body: CreateVersionRestoreUrl,
  output: UploadUrl,
  safe: true,
  audited: true,
});

const objectVersionDelete = defineOperation({
  ...place,
  id: "objectVersion.delete",
  method: "POST",
  path: `${bucket}/object-versions/delete`,
  scope: "object-storage.delete",
  summary: "Delete a version of an object",
  description:
    "The bytes of the version are gone; the version before it becomes the object if it was the newest. " +
    "Deleting a delete marker brings the object back. " +
    "A version under retention or legal hold stays (409 `object_retained`).",
  body: DeleteObjectVersion,
  output: ObjectVersionDeletion,
  irreversible: true,
  errors: ["not_found", "conflict"],
});

export const objectVersionOperations = [
  bucketVersioningGet,
  bucketVersioningPut,
  objectVersionList,
  objectVersionCreateDownloadUrl,
  objectVersionCreateRestoreUrl,
  objectVersionDelete,
] as const;
