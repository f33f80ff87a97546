import { z } from "zod";
import { defineOperation, type Reference } from "../declaration/operation.ts";
import {
  deletedQuery,
  NewDeletionProtection,
  pageQuery,
  ResourceId,
  SetDeletionProtection,
  ShownDeletionProtection,
  ShownRestorableUntil,
  searchQuery,
  severalOf,
  sortQuery,
  Tags,
  Timestamp,
  tagQuery,
} from "../values/fields.ts";
import { STORAGE_FEATURES } from "./storage-features.ts";

const RESERVED_PREFIXES = ["xn--", "sthree-", "amzn-s3-demo-"] as const;
const RESERVED_SUFFIXES = ["-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3"] as const;
const FOUR_NUMBERS = /^\d+\.\d+\.\d+\.\d+$/;

/**
 * A bucket's name. It follows S3's naming rules for general purpose buckets, so that every S3 client can address it.
 */
export const BucketName = z
  .string()
  .min(3)
  .max(63)
  .regex(/^[a-z0-9.-]*$/, "must have lower-case letters, digits, '.' and '-' only")
  .regex(/^[a-z0-9](.*[a-z0-9])?$/, "must begin and end with a lower-case letter or a digit")
  .refine((name) => !name.includes(".."), "must not have two dots in a row")
  .refine((name) => !FOUR_NUMBERS.test(name), "must not look like an IP address")
  .refine(
    (name) => !RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix)),
    `must not begin with ${RESERVED_PREFIXES.join(", ")}`,
  )
  .refine(
    (name) => !RESERVED_SUFFIXES.some((suffix) => name.endsWith(suffix)),
    `must not end with ${RESERVED_SUFFIXES.join(", ")}`,
  );

/** Bucket of the public API. `object_count` and `total_size` (bytes) are only in read and list answers. */
export const Bucket = z
  .strictObject({
    name: z.string(),
    is_public: z.boolean(),
    region: z.string().nullable(),
    plan: z.string().nullable(),
    status: z.string().nullable(),
    site_id: z.string().nullable(),
    site_name: z.string().nullable(),
    bucket_lock_enabled: z.boolean(),
    created_at: Timestamp.nullable(),
    updated_at: Timestamp.nullable(),
    object_count: z.int().optional(),
    total_size: z.int().optional(),
    /** In bytes, beside `total_size`, of uploads in parts that are not completed; left out where there are none. */
    parts_size: z.int().optional(),
    deletion_protection: ShownDeletionProtection,
    restorable_until: ShownRestorableUntil,
  })
  .meta({ id: "Bucket" });
export type Bucket = z.infer<typeof Bucket>;

/** The longest retention that S3 allows. */
const MAX_RETENTION_DAYS = 36_500;
const MAX_RETENTION_YEARS = 100;

export const RetentionMode = z.enum(["GOVERNANCE", "COMPLIANCE"]);
export type RetentionMode = z.infer<typeof RetentionMode>;

/** DefaultRetention of the public API */
export const DefaultRetention = z
  .strictObject({
    mode: RetentionMode,
    days: z.int().min(1).max(MAX_RETENTION_DAYS).nullable().optional(),
    years: z.int().min(1).max(MAX_RETENTION_YEARS).nullable().optional(),
  })
  .refine(({ days, years }) => (days ?? null) === null || (years ?? null) === null, "must have days or years, not both")
  .refine(({ days, years }) => (days ?? years ?? null) !== null, "must have days or years")
  .meta({ id: "DefaultRetention" });
export type DefaultRetention = z.infer<typeof DefaultRetention>;

/** CreateBucketRequest of the public API */
export const CreateBucket = z
  .strictObject({
    name: BucketName,
    region: z.string().min(1).max(128),
    is_public: z.boolean().default(false),
    object_lock_enabled: z.boolean().default(false),
    default_retention: DefaultRetention.optional(),
    tags: Tags.default([]),
    deletion_protection: NewDeletionProtection,
  })
  .refine(({ object_lock_enabled, default_retention }) => object_lock_enabled || default_retention === undefined, {
    path: ["object_lock_enabled"],
    message: "must be true when default_retention is given",
  })
  .meta({
    id: "CreateBucketRequest",
    examples: [{ name: "photos", region: "eu-central-1", is_public: false, tags: ["production"] }],
  });
export type CreateBucket = z.infer<typeof CreateBucket>;

/** UpdateBucketRequest of the public API */
export const UpdateBucket = z
  .strictObject({ is_public: z.boolean(), deletion_protection: SetDeletionProtection })
  .meta({ id: "UpdateBucketRequest", examples: [{ is_public: true }] });

export const BucketDeletion = z
  .strictObject({ status: z.literal("deleted"), name: z.string(), restorable_until: ShownRestorableUntil })
  .meta({ id: "BucketDeletion" });

const bucketName = { bucket_name: ResourceId };
/** A public bucket hands its objects to everybody, also to who made it so. */
const publishing: readonly Reference[] = [
  { field: "is_public", where: { is_public: true }, scope: "object-storage.read", strict: true },
];
const family = "Object storage";

const bucketList = defineOperation({
  id: "bucket.list",
  resource: "bucket",
  family,
  method: "GET",
  path: "/object-storage/buckets",
  scope: "object-storage.read",
  summary: "List buckets",
  query: {
    ...pageQuery(),
    ...searchQuery,
    ...sortQuery,
    name: z.string().max(63).optional(),
    ...tagQuery,
    region: severalOf(z.string().min(1).max(128)),
    ...deletedQuery,
  },
  output: z.array(Bucket),
  list: true,
});

const bucketCreate = defineOperation({
  id: "bucket.create",
  resource: "bucket",
  family,
  method: "POST",
  path: "/object-storage/buckets",
  scope: "object-storage.write",
  references: publishing,
  summary: "Create a bucket",
  body: CreateBucket,
  output: Bucket,
  success: 201,
  billable: true,
  errors: ["billing_denied"],
});

const bucketGet = defineOperation({
  id: "bucket.get",
  resource: "bucket",
  family,
  method: "GET",
  path: "/object-storage/buckets/{bucket_name}",
  scope: "object-storage.read",
  summary: "Get a bucket",
  params: bucketName,
  output: Bucket,
  errors: ["not_found"],
});

const bucketUpdate = defineOperation({
  id: "bucket.update",
  resource: "bucket",
  family,
  method: "PATCH",
  path: "/object-storage/buckets/{bucket_name}",
  scope: "object-storage.write",
  references: publishing,
  summary: "Make a bucket public or private, or protect it from deletion",
  params: bucketName,
  body: UpdateBucket,
  output: Bucket,
  errors: ["not_found"],
});

const bucketDelete = defineOperation({
  id: "bucket.delete",
  resource: "bucket",
  family,
  method: "DELETE",
  path: "/object-storage/buckets/{bucket_name}",
  scope: "object-storage.delete",
  summary: "Delete a bucket",
  description:
    "The bucket must be empty. In a workspace with a deletion window, it is kept with its settings until " +
    "`restorable_until`, and with `force` a bucket " +
    "that has objects is kept with them. Its name stays taken until then. A bucket with object lock is deleted only " +
    "when it is empty.",
  params: bucketName,
  query: { force: z.boolean().default(false) },
  output: BucketDeletion,
  errors: ["not_found", "conflict"],
});

/** The answer to the purge of a deleted bucket. */
export const BucketPurge = z
  .strictObject({ status: z.literal("purged"), name: z.string() })
  .meta({ id: "BucketPurge" });

const bucketRestore = defineOperation({
  id: "bucket.restore",
  resource: "bucket",
  family,
  method: "POST",
  path: "/object-storage/buckets/{bucket_name}/restore",
  scope: "object-storage.write",
  summary: "Restore a deleted bucket",
  description:
    "It returns with its objects, their versions and its settings, and access keys reach it as before. " +
    "Restoring one that is not deleted changes nothing.",
  params: bucketName,
  output: Bucket,
  errors: ["not_found", "conflict"],
});

const bucketPurge = defineOperation({
  id: "bucket.purge",
  resource: "bucket",
  family,
  method: "POST",
  path: "/object-storage/buckets/{bucket_name}/purge",
  scope: "object-storage.delete",
  summary: "Delete a deleted bucket for good",
  description:
    "It can no longer be restored and is no longer charged. Its objects are deleted within minutes, and " +
    "then its name is free.",
  params: bucketName,
  output: BucketPurge,
  irreversible: true,
  errors: ["not_found", "conflict"],
});

/** An object storage region. Buckets are created with its `region`, which is not a compute site. */
export const StorageRegion = z
  .strictObject({
    region: z.string(),
    name: z.string(),
    /** The endpoint for S3 clients. */
    endpoint_url: z.string().nullable(),
    /** What the region's server lacks of what the API and S3 clients have elsewhere. */
    unsupported: z.array(z.enum(STORAGE_FEATURES)),
    created_at: Timestamp,
  })
  .meta({ id: "StorageRegion" });
export type StorageRegion = z.infer<typeof StorageRegion>;

export const regionList = defineOperation({
  id: "region.list",
  resource: "region",
  family: "Object storage",
  method: "GET",
  path: "/object-storage/regions",
  scope: "object-storage.read",
  summary: "List object storage regions",
  query: pageQuery(),
  output: z.array(StorageRegion),
  list: true,
});

export const bucketOperations = [
  bucketList,
  bucketCreate,
  bucketGet,
  bucketUpdate,
  bucketDelete,
  bucketRestore,
  bucketPurge,
] as const;
