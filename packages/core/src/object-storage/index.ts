export { isAccessKeyInForce } from "./access-keys.ts";
export {
  type ConfigurationKind,
  type DefaultRetention,
  putConfiguration,
  putLockConfiguration,
  readConfiguration,
  readCorsRules,
} from "./bucket-configuration.ts";
export { CorsRules } from "./bucket-cors.ts";
export { PublicAccessBlock } from "./bucket-policy.ts";
export { findBucket } from "./buckets.ts";
export { completeUpload, type NamedPart, type SummedPart, type Uncompleted } from "./complete-upload.ts";
export { objectStorageConstraintErrors } from "./constraint-errors.ts";
export {
  abortUploadsBefore,
  bucketsDue,
  type DueBucket,
  type ExpiryFilter,
  expiredObjects,
  expiredVersions,
  markersWithoutVersions,
  recordApplied,
} from "./expiry.ts";
export { FileLedger } from "./file-ledger.ts";
export { type FileDamage, FileScrub, type FileToScrub, readScrubReport } from "./file-scrub.ts";
export { objectStorageHandlers } from "./handlers.ts";
export { listRegionNames, readKeyMaker } from "./key-maker.ts";
export { beforeDays, expiryLimit, type LifecycleRule, LifecycleRules } from "./lifecycle-rules.ts";
export { memberKeys, tokenKeys } from "./member-keys.ts";
export {
  beginMove,
  cancelMove,
  listMoves,
  type MoveState,
  type NamedBucket,
  readMove,
} from "./move/operate-moves.ts";
export { type ListedUpload, MultipartUploads, UPLOAD_DAYS } from "./multipart-upload-repository.ts";
export { putLegalHold, putTags, retainObject, type VersionPlace } from "./object-attributes.ts";
export {
  BucketKeys,
  type NewDataKey,
  newDataKey,
  resealBucketKeys,
  unwrapDataKey,
  wrapDataKey,
} from "./object-encryption.ts";
export { behindFolder, behindKey, type ListedEntry, listObjects } from "./object-list.ts";
export {
  Checksum,
  type ChecksumKind,
  DEFAULT_TYPE,
  type DeleteMarker,
  type Encryption,
  type ObjectDescription,
  type ObjectPart,
  type ObjectRecord,
  type Retention,
  readLatestMarker,
  readObject,
  readVersion,
} from "./object-record.ts";
export { type RemovalCondition, removeObjects } from "./object-removal.ts";
export { cdnKey, presignUrl } from "./object-url.ts";
export {
  deleteVersions,
  type ListedVersion,
  listVersions,
  type NamedVersion,
  putVersioning,
  type VersionDeletion,
} from "./object-versions.ts";
export {
  type NewObject,
  outcomeOf,
  type Unwritten,
  type WriteCondition,
  type WriteRule,
  type Written,
  writeObject,
  writeQuery,
} from "./object-writing.ts";
export { listEndpoints, seedRegions } from "./regions.ts";
export { storageReconcilers } from "./remote/reconcilers.ts";
export { type StorageService, serveStorage } from "./remote/serve-storage.ts";
export { resealStorageConnections } from "./remote/storage-connections.ts";
export { resealStorageOwners } from "./remote/storage-owner.ts";
export { addRegion, checkRegion, listAllRegions, type RegionState, removeRegion } from "./remote/storage-regions.ts";
export {
  AccessKeyUse,
  type ReachedBucket,
  reachedBuckets,
  type S3Visitor,
  S3Visitors,
  type StoreBucket,
} from "./s3-visitor.ts";
export { resealAccessKeys, sealerOfAccessKeys } from "./sealed-access-keys.ts";
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
export {
  newestFiles,
  readStoreFolder,
  registerStoreFolder,
  releaseObjectStore,
} from "./store-folder.ts";
