import { z } from "zod";
import { ContentDisposition, ObjectKey } from "../cdn/object-url.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";

/** The longest validity of an S3 signature: seven days. */
const MAX_EXPIRY_SECONDS = 604_800;
const MAX_KEY_BYTES = 1024;
/** The most objects that one request deletes, as in S3. */
const MOST_DELETED = 1000;

/** An object of a bucket or, with a `delimiter`, a prefix that keys share. A prefix has only its `key`. */
export const StoredObject = z
  .strictObject({
    key: z.string(),
    kind: z.enum(["object", "prefix"]),
    /** In bytes. */
    size: z.int().nullable(),
    etag: z.string().nullable(),
    content_type: z.string().nullable(),
    last_modified: Timestamp.nullable(),
    /** Until then the object can be neither overwritten nor deleted. Null without retention, or after it has passed. */
    retained_until: Timestamp.nullable(),
  })
  .meta({ id: "StoredObject" });
export type StoredObject = z.infer<typeof StoredObject>;

/** A prefix of a key, in a query. */
export const KeyPrefix = z
  .string()
  .refine(
    (prefix) => new TextEncoder().encode(prefix).length <= MAX_KEY_BYTES,
    `must have at most ${MAX_KEY_BYTES} bytes in UTF-8`,
  )
  .refine((prefix) => prefix.isWellFormed() && !prefix.includes("\0"), "must be valid Unicode text without NUL");

/** Longer than other cursors, because it contains an object key. */
export const KeyCursor = z.string().regex(/^[A-Za-z0-9_-]{1,1500}$/, "must be a cursor from a Link header");

export const ExpiresIn = z.int().min(1).max(MAX_EXPIRY_SECONDS).default(3600);

export const ObjectContentType = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, "must be one line of printable ASCII");

export const CreateDownloadUrl = z
  .strictObject({ object_key: ObjectKey, expires_in: ExpiresIn, disposition: ContentDisposition.optional() })
  .meta({
    id: "CreateDownloadUrlRequest",
    examples: [{ object_key: "2026/cat.jpg", expires_in: 3600, disposition: "attachment" }],
  });

export const DownloadUrl = z.strictObject({ url: z.string(), expires_at: Timestamp }).meta({ id: "DownloadUrl" });
export type DownloadUrl = z.infer<typeof DownloadUrl>;

export const CreateUploadUrl = z
  .strictObject({
    object_key: ObjectKey,
    expires_in: ExpiresIn,
    content_type: ObjectContentType.optional(),
  })
  .meta({
    id: "CreateUploadUrlRequest",
    examples: [{ object_key: "2026/cat.jpg", expires_in: 3600, content_type: "image/jpeg" }],
  });

/** `headers` are signed: the upload must send them unchanged. */
export const UploadUrl = z
  .strictObject({
    url: z.string(),
    method: z.literal("PUT"),
    headers: z.record(z.string(), z.string()),
    expires_at: Timestamp,
  })
  .meta({ id: "UploadUrl" });
export type UploadUrl = z.infer<typeof UploadUrl>;

export const DeleteObjects = z
  .strictObject({
    object_keys: z
      .array(ObjectKey)
      .min(1)
      .max(MOST_DELETED)
      .refine((keys) => new Set(keys).size === keys.length, "must not name an object twice"),
  })
  .meta({ id: "DeleteObjectsRequest", examples: [{ object_keys: ["2026/cat.jpg", "2026/dog.jpg"] }] });

/** How many of the named objects existed. */
export const ObjectsDeletion = z.strictObject({ deleted: z.int() }).meta({ id: "ObjectsDeletion" });
export type ObjectsDeletion = z.infer<typeof ObjectsDeletion>;

const params = { bucket_name: ResourceId };
const family = "Object storage";
const bucket = "/object-storage/buckets/{bucket_name}";

const objectList = defineOperation({
  id: "object.list",
  resource: "bucket",
  family,
  method: "GET",
  path: `${bucket}/objects`,
  scope: "object-storage.read",
  summary: "List the objects of a bucket",
  description:
    "Ordered by the bytes of their keys. With `prefix`, only objects whose keys begin with it; " +
    "with `delimiter` (`/`), keys that are the same up to the next `/` are rolled up into one entry of the kind " +
    "`prefix`.",
  params,
  query: {
    ...pageQuery(),
    cursor: KeyCursor.optional(),
    prefix: KeyPrefix.optional(),
    delimiter: z.enum(["/"]).optional(),
  },
  output: z.array(StoredObject),
  list: true,
  errors: ["not_found"],
});

const objectCreateDownloadUrl = defineOperation({
  id: "object.createDownloadUrl",
  resource: "bucket",
  family,
  method: "POST",
  path: `${bucket}/download-urls`,
  scope: "object-storage.read",
  summary: "Create a URL for downloading an object",
  description:
    "A presigned S3 URL, valid for a GET without any other credential for `expires_in` seconds. " +
    "It is created for each request and stored nowhere; each answer writes an audit event.",
  params,
  body: CreateDownloadUrl,
  output: DownloadUrl,
  safe: true,
  audited: true,
  errors: ["not_found"],
});

const objectCreateUploadUrl = defineOperation({
  id: "object.createUploadUrl",
  resource: "bucket",
  family,
  method: "POST",
  path: `${bucket}/upload-urls`,
  scope: "object-storage.write",
  summary: "Create a URL for uploading an object",
  description:
    "A presigned S3 URL, valid for a PUT of this one object with the answered `headers` for `expires_in` seconds. " +
    "An existing object is replaced. " +
    "It is created for each request and stored nowhere; each answer writes an audit event.",
  params,
  body: CreateUploadUrl,
  output: UploadUrl,
  safe: true,
  audited: true,
  errors: ["not_found"],
});

const objectDelete = defineOperation({
  id: "object.delete",
  resource: "bucket",
  family,
  method: "POST",
  path: `${bucket}/objects/delete`,
  scope: "object-storage.delete",
  summary: "Delete objects",
  description:
    "All of them or none: if one is retained (409 `object_retained`), nothing is deleted, and `blockers` names the " +
    "retained objects. Keys without an object are ignored.",
  params,
  body: DeleteObjects,
  output: ObjectsDeletion,
  irreversible: true,
  errors: ["not_found", "conflict"],
});

export const objectOperations = [objectList, objectCreateDownloadUrl, objectCreateUploadUrl, objectDelete] as const;
