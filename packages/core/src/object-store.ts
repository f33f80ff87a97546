export { AccessKeyUse } from "./object-storage/access-key-use.ts";
export { completeUpload, type NamedPart, type Uncompleted } from "./object-storage/complete-upload.ts";
export { FileLedger } from "./object-storage/file-ledger.ts";
export { behindFolder, behindKey } from "./object-storage/key-range.ts";
export { type ListedUpload, MultipartUploads, UPLOAD_DAYS } from "./object-storage/multipart-upload.ts";
export { type ListedEntry, listObjects } from "./object-storage/object-list.ts";
export {
  type Checksum,
  DEFAULT_TYPE,
  type ObjectDescription,
  type ObjectPart,
  type ObjectRecord,
  type Retention,
  readObject,
} from "./object-storage/object-record.ts";
export { removeObjects } from "./object-storage/object-removal.ts";
export { retainObject } from "./object-storage/object-retention.ts";
export { type NewObject, type Unwritten, type WriteCondition, writeObject } from "./object-storage/object-writing.ts";
export { type ReachedBucket, reachedBuckets } from "./object-storage/reached-buckets.ts";
export { type S3Visitor, S3Visitors, type StoreBucket } from "./object-storage/s3-visitor.ts";
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
} from "./object-storage/signature-v4.ts";
export {
  databaseUnavailable,
  isDatabaseUnavailable,
  isSerializationFailure,
  violatedConstraint,
} from "./request/database-error.ts";
export { newId } from "./request/identifiers.ts";
