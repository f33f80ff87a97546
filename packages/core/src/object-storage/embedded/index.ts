// The face of the embedded store for its server: the rows of objects, their versions and files.
export {
  abortUploadsBefore,
  bucketsDue,
  type DueBucket,
  expiredObjects,
  expiredVersions,
  markersWithoutVersions,
  recordApplied,
} from "./expiry.ts";
export { FileLedger } from "./file-ledger.ts";
export { type FileDamage, FileScrub, type FileToScrub } from "./file-scrub.ts";
export { putLegalHold, putTags, retainObject } from "./object-attributes.ts";
export { BucketKeys, type NewDataKey, newDataKey, unwrapDataKey, wrapDataKey } from "./object-encryption.ts";
export { behindFolder, behindKey, type ListedEntry, listObjects } from "./object-list.ts";
export {
  Checksum,
  type ChecksumKind,
  DEFAULT_TYPE,
  type Encryption,
  type ObjectDescription,
  type ObjectPart,
  type ObjectRecord,
  type Retention,
  readLatestMarker,
  readObject,
  readVersion,
} from "./object-record.ts";
export { removeObjects } from "./object-removal.ts";
export { deleteVersions, type NamedVersion, putVersioning, type VersionDeletion } from "./object-versions.ts";
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
export { newestFiles, readStoreFolder, registerStoreFolder } from "./store-folder.ts";
export { type ListedVersion, listVersions } from "./version-list.ts";
