// Without schemas, so that importers of these constants do not load zod.

/** What the server of a region may lack of what the embedded object store has (docs/ceph.md). */
export const STORAGE_FEATURES = [
  /** Clients make and delete buckets over S3. */
  "buckets_over_s3",
  /** Policies of a bucket, by the API, the console and S3 clients. */
  "bucket_policies",
  /** `If-None-Match: *` of a PUT. */
  "conditional_writes",
  /** Encryption by the store (SSE-S3), and a bucket's default. */
  "default_encryption",
  /** A presigned URL of the API ends with the token or session that asked for it. */
  "urls_end_with_signer",
  /** Bodies with unsigned trailers, which SDKs send unless they are told otherwise. */
  "unsigned_trailers",
  /** Transfers by the CDN are told from those by others. */
  "transfer_by_reader",
] as const;
export type StorageFeature = (typeof STORAGE_FEATURES)[number];
