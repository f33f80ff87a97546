import { z } from "zod";
import { ObjectKey } from "../cdn/object-url.ts";
import { defineOperation } from "../declaration/operation.ts";
import { Moment, ResourceId, Timestamp } from "../values/fields.ts";
import { DefaultRetention, RetentionMode } from "./bucket.ts";
import { VersionId } from "./object-version.ts";

/** The object lock of a bucket, and the retention of objects that are written without one. */
export const BucketObjectLock = z
  .strictObject({ name: z.string(), enabled: z.boolean(), default_retention: DefaultRetention.nullable() })
  .meta({ id: "BucketObjectLock" });
export type BucketObjectLock = z.infer<typeof BucketObjectLock>;

export const PutBucketObjectLock = z
  .strictObject({ default_retention: DefaultRetention.nullable() })
  .meta({ id: "PutBucketObjectLockRequest", examples: [{ default_retention: { mode: "GOVERNANCE", days: 30 } }] });

const named = { key: z.string(), version_id: VersionId };

/** Until when an object can be neither overwritten nor deleted. Both null: it is not retained. */
export const ObjectRetention = z
  .strictObject({ ...named, mode: RetentionMode.nullable(), retain_until: Timestamp.nullable() })
  .meta({ id: "ObjectRetention" });
export type ObjectRetention = z.infer<typeof ObjectRetention>;

export const PutObjectRetention = z
  .strictObject({
    mode: RetentionMode.nullable(),
    retain_until: Moment.nullable(),
    /** Shortens or removes a GOVERNANCE retention. */
    bypass_governance: z.boolean().default(false),
  })
  .refine(({ mode, retain_until }) => (mode === null) === (retain_until === null), {
    path: ["retain_until"],
    message: "must be given together with mode, or both must be null",
  })
  .meta({
    id: "PutObjectRetentionRequest",
    examples: [{ mode: "GOVERNANCE", retain_until: "2099-01-31T00:00:00Z" }],
  });

/** A legal hold: the object stays until the hold is off, whatever its retention. */
export const ObjectLegalHold = z.strictObject({ ...named, legal_hold: z.boolean() }).meta({ id: "ObjectLegalHold" });
export type ObjectLegalHold = z.infer<typeof ObjectLegalHold>;

export const PutObjectLegalHold = z
  .strictObject({ legal_hold: z.boolean() })
  .meta({ id: "PutObjectLegalHoldRequest", examples: [{ legal_hold: true }] });

const bucket = "/object-storage/buckets/{bucket_name}";
const place = { resource: "bucket", family: "Object storage", params: { bucket_name: ResourceId } } as const;
const ofBucket = { ...place, path: `${bucket}/object-lock`, output: BucketObjectLock } as const;

const bucketObjectLockGet = defineOperation({
  ...ofBucket,
  id: "bucketObjectLock.get",
  method: "GET",
  scope: "object-storage.read",
  summary: "Get the object lock of a bucket",
  errors: ["not_found"],
});

const bucketObjectLockPut = defineOperation({
  ...ofBucket,
  id: "bucketObjectLock.put",
  method: "PUT",
  scope: "object-storage.write",
  summary: "Turn on the object lock of a bucket and set its default retention",
  description:
    "Object lock cannot be turned off again. A bucket that was created without it needs versioning (409 " +
    "`versioning_required`). The default applies to objects that are written from then on.",
  body: PutBucketObjectLock,
  errors: ["not_found", "conflict"],
});

/** The object, or with `version_id` one of its versions. */
const ofObject = {
  ...place,
  query: { object_key: ObjectKey, version_id: VersionId.optional() },
} as const;
const retention = { ...ofObject, path: `${bucket}/objects/retention`, output: ObjectRetention } as const;

const objectRetentionGet = defineOperation({
  ...retention,
  id: "objectRetention.get",
  method: "GET",
  scope: "object-storage.read",
  summary: "Get the retention of an object",
  errors: ["not_found"],
});

const objectRetentionPut = defineOperation({
  ...retention,
  id: "objectRetention.put",
  method: "PUT",
  scope: "object-storage.write",
  references: (["object-storage.read", "object-storage.delete"] as const).map((scope) => ({
    field: "bypass_governance",
    where: { bypass_governance: true },
    scope,
  })),
  summary: "Retain an object",
  description:
    "The bucket needs object lock (409 `object_lock_off`). A retention can be extended; " +
    "it can be shortened, changed or removed only if it is GOVERNANCE and `bypass_governance` is true (409 " +
    "`object_retained`). COMPLIANCE is never shortened.",
  body: PutObjectRetention,
  errors: ["not_found", "conflict"],
});

const hold = { ...ofObject, path: `${bucket}/objects/legal-hold`, output: ObjectLegalHold } as const;

const objectLegalHoldGet = defineOperation({
  ...hold,
  id: "objectLegalHold.get",
  method: "GET",
  scope: "object-storage.read",
  summary: "Get the legal hold of an object",
  errors: ["not_found"],
});

const objectLegalHoldPut = defineOperation({
  ...hold,
  id: "objectLegalHold.put",
  method: "PUT",
  scope: "object-storage.write",
  summary: "Set or end the legal hold of an object",
  description: "The bucket needs object lock (409 `object_lock_off`).",
  body: PutObjectLegalHold,
  errors: ["not_found", "conflict"],
});

export const objectLockOperations = [
  bucketObjectLockGet,
  bucketObjectLockPut,
  objectRetentionGet,
  objectRetentionPut,
  objectLegalHoldGet,
  objectLegalHoldPut,
] as const;
