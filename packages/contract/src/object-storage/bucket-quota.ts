import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId } from "../values/fields.ts";

/** A pebibyte. No disk of ours comes near it, and JSON keeps it exact. */
const MOST_BYTES = 2 ** 50;

/** The most bytes that a bucket's objects and parts of uploads may have together, and how many they have. */
export const BucketQuota = z
  .strictObject({
    name: z.string(),
    /** Null: no limit. */
    size_bytes: z.int().nullable(),
    used_bytes: z.int(),
  })
  .meta({ id: "BucketQuota" });
export type BucketQuota = z.infer<typeof BucketQuota>;

export const PutBucketQuota = z
  .strictObject({
    size_bytes: z.int().min(1, "must be more than 0").max(MOST_BYTES, `must be at most ${MOST_BYTES} bytes`).nullable(),
  })
  .meta({ id: "PutBucketQuota", examples: [{ size_bytes: 107_374_182_400 }] });

const place = {
  resource: "bucket",
  family: "Object storage",
  path: "/object-storage/buckets/{bucket_name}/quota",
  params: { bucket_name: ResourceId },
  output: BucketQuota,
  errors: ["not_found"],
} as const;

const bucketQuotaGet = defineOperation({
  ...place,
  id: "bucketQuota.get",
  method: "GET",
  scope: "object-storage.read",
  summary: "Get the size quota of a bucket",
});

const bucketQuotaPut = defineOperation({
  ...place,
  id: "bucketQuota.put",
  method: "PUT",
  scope: "object-storage.write",
  summary: "Set or remove the size quota of a bucket",
  description:
    "An upload, or a part of one, that would take the bucket beyond its quota is refused: S3 clients get " +
    "`QuotaExceeded` (403). Parts count until their upload is completed or aborted. Keys, metadata and " +
    "tags count by their bytes. A quota below what the bucket holds deletes nothing; it refuses uploads " +
    "until enough has been deleted.",
  body: PutBucketQuota,
});

export const bucketQuotaOperations = [bucketQuotaGet, bucketQuotaPut] as const;
