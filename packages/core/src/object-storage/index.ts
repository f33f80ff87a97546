export { isAccessKeyInForce } from "./access-key/access-keys.ts";
export { readKeyMaker } from "./access-key/key-maker.ts";
export { memberKeys, tokenKeys } from "./access-key/member-keys.ts";
export { resealAccessKeys, sealerOfAccessKeys } from "./access-key/sealed-access-keys.ts";
export { findBucket } from "./bucket/buckets.ts";
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
} from "./embedded/expiry.ts";
export { FileLedger } from "./embedded/file-ledger.ts";
export { type FileDamage, FileScrub, type FileToScrub, readScrubReport } from "./embedded/file-scrub.ts";
export { putLegalHold, putTags, retainObject, type VersionPlace } from "./embedded/object-attributes.ts";
export {
  BucketKeys,
  type NewDataKey,
  newDataKey,
  resealBucketKeys,
  unwrapDataKey,
  wrapDataKey,
} from "./embedded/object-encryption.ts";
export { behindFolder, behindKey, type ListedEntry, listObjects } from "./embedded/object-list.ts";
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
} from "./embedded/object-record.ts";
export { type RemovalCondition, removeObjects } from "./embedded/object-removal.ts";
export {
  deleteVersions,
  type ListedVersion,
  listVersions,
  type NamedVersion,
  putVersioning,
  type VersionDeletion,
} from "./embedded/object-versions.ts";
export {
  type NewObject,
  outcomeOf,
  type Unwritten,
  type WriteCondition,
  type WriteRule,
  type Written,
  writeObject,
  writeQuery,
} from "./embedded/object-writing.ts";
export {
  newestFiles,
  readStoreFolder,
  registerStoreFolder,
  releaseObjectStore,
} from "./embedded/store-folder.ts";
export { objectStorageHandlers } from "./handlers.ts";
export {
  beginMove,
  cancelMove,
  listMoves,
  type MoveState,
  type NamedBucket,
  readMove,
} from "./move/operate-moves.ts";
export { completeUpload, type NamedPart, type SummedPart, type Uncompleted } from "./multipart/complete-upload.ts";
export { type ListedUpload, MultipartUploads, UPLOAD_DAYS } from "./multipart/multipart-upload-repository.ts";
export { storageReconcilers } from "./reconcilers.ts";
export { listEndpoints, listRegionNames, seedRegions } from "./region/regions.ts";
export { addRegion, checkRegion, listAllRegions, type RegionState, removeRegion } from "./region/storage-regions.ts";
export { type StorageService, serveStorage } from "./remote/serve-storage.ts";
export { resealStorageConnections } from "./remote/storage-connections.ts";
export { resealStorageOwners } from "./remote/storage-owner.ts";
export {
  AccessKeyUse,
  type ReachedBucket,
  reachedBuckets,
  type S3Visitor,
  S3Visitors,
  type StoreBucket,
} from "./s3/s3-visitor.ts";
export {
  type ConfigurationKind,
  type DefaultRetention,
  putConfiguration,
  putLockConfiguration,
  readConfiguration,
  readCorsRules,
} from "./settings/bucket-configuration.ts";
export { CorsRules } from "./settings/bucket-cors.ts";
export { PublicAccessBlock } from "./settings/bucket-policy.ts";
export { beforeDays, expiryLimit, type LifecycleRule, LifecycleRules } from "./settings/lifecycle-rules.ts";
export { cdnKey, presignUrl } from "./signing/object-url.ts";
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
} from "./signing/signature-v4.ts";
