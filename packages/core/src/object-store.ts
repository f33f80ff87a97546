// The face of core for the object store's server: who asks, what they may, and what is set for a bucket. The rows of
// objects (./object-storage/embedded) and signatures (./object-storage/signing) have faces of their own.
export { BucketTransfers } from "./billing/index.ts";
export { BucketsOverS3 } from "./buckets-over-s3.ts";
export { createCore } from "./create-core.ts";
export { AccessKeyUse } from "./object-storage/access-key/access-key-use.ts";
export {
  completeUpload,
  type NamedPart,
  type SummedPart,
  type Uncompleted,
} from "./object-storage/multipart/complete-upload.ts";
export { MultipartUploads, UPLOAD_DAYS } from "./object-storage/multipart/multipart-upload-repository.ts";
export { movedTo, reachedBuckets } from "./object-storage/s3/reached-buckets.ts";
export { type S3Visitor, S3Visitors } from "./object-storage/s3/s3-visitor.ts";
export { type StoreBucket, unsignedBucket } from "./object-storage/s3/store-bucket.ts";
export {
  type ConfigurationKind,
  type DefaultRetention,
  putConfiguration,
  putLockConfiguration,
  readConfiguration,
  readCorsRules,
} from "./object-storage/settings/bucket-configuration.ts";
export { CorsRules } from "./object-storage/settings/bucket-cors.ts";
export { PublicAccessBlock } from "./object-storage/settings/bucket-policy.ts";
export {
  beforeDays,
  expiryLimit,
  type LifecycleRule,
  LifecycleRules,
} from "./object-storage/settings/lifecycle-rules.ts";
export { databaseUnavailable } from "./request/answers/refusal-of.ts";
export { DomainError } from "./request/domain-error.ts";
export { FailureLimiter, networkOf } from "./request/door/failure-limit.ts";
export { RateLimiter } from "./request/door/rate-limit.ts";
export { newId } from "./request/identifiers.ts";
