export { AccessKeyUse } from "./access-key-use.ts";
export { BucketRepository } from "./bucket-repository.ts";
export { completeUpload, type NamedPart, type Uncompleted } from "./complete-upload.ts";
export { objectStorageConstraintErrors } from "./constraint-errors.ts";
export { FileLedger } from "./file-ledger.ts";
export { objectStorageHandlers } from "./handlers.ts";
export { behindFolder, behindKey } from "./key-range.ts";
export { listEndpoints } from "./list-endpoints.ts";
export { type ListedUpload, MultipartUploads, UPLOAD_DAYS } from "./multipart-upload.ts";
export { type ListedEntry, listObjects } from "./object-list.ts";
export {
  type Checksum,
  DEFAULT_TYPE,
  type ObjectDescription,
  type ObjectPart,
  type ObjectRecord,
  type Retention,
  readObject,
} from "./object-record.ts";
export { removeObjects } from "./object-removal.ts";
export { retainObject } from "./object-retention.ts";
export { type NewObject, type Unwritten, type WriteCondition, writeObject } from "./object-writing.ts";
export { type ReachedBucket, reachedBuckets } from "./reached-buckets.ts";
export { type S3Visitor, S3Visitors, type StoreBucket } from "./s3-visitor.ts";
export { seedRegions } from "./seed-regions.ts";
export {
  ALGORITHM,
  canonicalQuery,
  hmac,
  type SigningScope,
  scopeText,
  sha256,
  signingKey,
  stringToSign,
  UNSIGNED_PAYLOAD,
  uriEncode,
} from "./signature-v4.ts";
