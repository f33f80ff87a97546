import type { AccessKeyPermission, CorsRule, LifecycleRule, RetentionMode, StorageFeature } from "@fulmar/contract";

export interface StorageReport {
  /** The server, such as `Ceph RADOS Gateway`. */
  readonly server: string;
  readonly unsupported: readonly StorageFeature[];
}

/** A credential for S3. */
export interface StorageKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The rights of one user in a bucket. */
export interface BucketGrant {
  readonly userId: string;
  /** `serve`: to read objects, as edges of the CDN do. */
  readonly permission: AccessKeyPermission | "serve";
  readonly bypassGovernance: boolean;
  /** In CIDR notation. Empty: from everywhere. */
  readonly allowedIpRanges: readonly string[];
}

/** The full configuration of a bucket. */
export interface BucketSettings {
  readonly isPublic: boolean;
  readonly grants: readonly BucketGrant[];
  /** Whether nobody may write or delete objects for a moment, not even the owner. */
  readonly isFrozen?: true;
  /** Whether nobody may store more, not even the owner, whose URLs others have: the organization is suspended. */
  readonly storesNothing?: true;
  /** Whether nobody may read, write or list objects, not even the owner: the bucket is deleted and can be restored. */
  readonly isHidden?: true;
  readonly objectLock: boolean;
  /** Null: no limit. */
  readonly quotaBytes: number | null;
  /** Null: versioning was never turned on. */
  readonly versioning: "Enabled" | "Suspended" | null;
  /** The retention of objects that are written without one. Null if there is none, or without object lock. */
  readonly defaultRetention: {
    readonly mode: "GOVERNANCE" | "COMPLIANCE";
    readonly days?: number;
    readonly years?: number;
  } | null;
}

/** A bucket's content: all versions of its objects. */
export interface BucketContent {
  readonly bucketName: string;
  readonly objects: number;
  readonly bytes: number;
}

/** Bytes that a bucket has sent in an hour. Those of the current hour still grow. */
export interface BucketTransfer {
  readonly bucketName: string;
  readonly hour: Date;
  readonly bytes: number;
}

/** The user that owns the buckets of a workspace. */
export interface StorageOwner extends StorageKey {
  readonly userId: string;
}

/**
 * The control plane's side of a region's server. Users are made under ids that begin with the installation's prefix,
 * and nothing else there is changed. Every call may be repeated after a crash, may throw ProviderError, and ends early
 * by throwing when the signal is aborted.
 */
export interface ObjectStoragePort {
  /** Also asks the endpoint of clients, and whether the credential is accepted. */
  inspect(signal: AbortSignal): Promise<StorageReport>;
  /** The ids of the users that this installation has made. */
  listUsers(signal: AbortSignal): Promise<string[]>;
  /** Creates a user with its one key, or gives it this key in place of the one that it has. */
  ensureOwner(owner: StorageOwner, signal: AbortSignal): Promise<void>;
  /** The same for a user who can own no bucket, and reaches only those that grant it something. */
  ensureUser(userId: string, key: StorageKey, signal: AbortSignal): Promise<void>;
  /** Removes a user, whose key is refused at once. It may be gone already. Fails for an owner who has buckets. */
  removeUser(userId: string, signal: AbortSignal): Promise<void>;
  /** @returns `taken` if somebody else has a bucket of this name */
  createBucket(
    owner: StorageOwner,
    name: string,
    options: { readonly objectLock: boolean },
    signal: AbortSignal,
  ): Promise<"made" | "taken">;
  /** Replaces the configuration of a bucket. */
  configureBucket(owner: StorageOwner, name: string, settings: BucketSettings, signal: AbortSignal): Promise<void>;
  /**
   * Removes an empty bucket of this owner. It may be gone already, or be another's by now.
   * @throws ProviderError `bucket_not_empty`
   */
  removeBucket(owner: StorageOwner, name: string, signal: AbortSignal): Promise<void>;
  /** The content of an owner's buckets. */
  contents(userId: string, signal: AbortSignal): Promise<BucketContent[]>;
  /** The bytes sent by an owner's buckets since the beginning of an hour. */
  transfers(userId: string, since: Date, signal: AbortSignal): Promise<BucketTransfer[]>;
}

/** An object of a list, or a prefix that keys share. */
export type ListedObject =
  | { readonly kind: "prefix"; readonly key: string }
  | {
      readonly kind: "object";
      readonly key: string;
      readonly size: number;
      readonly etag: string;
      readonly modifiedAt: Date;
    };

/** An object or a version by itself. */
export interface FoundObject {
  readonly size: number;
  readonly etag: string;
  readonly contentType: string;
  readonly modifiedAt: Date;
  /** `null` in S3's own words without versioning. */
  readonly versionId: string;
  /** Null also if it has passed. */
  readonly retainedUntil: Date | null;
  readonly retentionMode: RetentionMode | null;
  readonly legalHold: boolean;
}

export interface StoredVersion {
  readonly key: string;
  /** `null` in S3's own words for the version that was written without versioning. */
  readonly versionId: string;
  readonly isLatest: boolean;
  readonly isDeleteMarker: boolean;
  readonly size: number;
  readonly etag: string;
  readonly modifiedAt: Date;
}

/** How a multipart upload was completed, or why not. */
export type Completion =
  | { readonly outcome: "written"; readonly etag: string }
  | { readonly outcome: "no_upload" | "invalid_part" | "part_too_small" };

/**
 * The objects of one bucket, by the credential of its owner. Every call may throw ProviderError, and ends early by
 * throwing when the signal is aborted.
 */
export interface ObjectPort {
  /** In byte order of the keys, at most `limit`, after a key or a prefix. */
  list(
    page: {
      readonly prefix: string;
      readonly delimiter: string | undefined;
      readonly after: string | undefined;
      readonly limit: number;
    },
    signal: AbortSignal,
  ): Promise<ListedObject[]>;
  /** @returns undefined without the object, and for a delete marker */
  find(key: string, versionId: string | undefined, signal: AbortSignal): Promise<FoundObject | undefined>;
  /**
   * Deletes an object, or one version.
   * @throws ProviderError `object_retained`
   */
  remove(key: string, versionId: string | undefined, signal: AbortSignal): Promise<void>;
  /** Newest first for each key, at most `limit`, after a version. */
  listVersions(
    page: {
      readonly prefix: string;
      readonly after: { readonly key: string; readonly versionId: string } | undefined;
      readonly limit: number;
    },
    signal: AbortSignal,
  ): Promise<StoredVersion[]>;
  /** Deletes the bucket, which may be gone already, with its incomplete uploads. @returns false if it is not empty */
  deleteBucket(signal: AbortSignal): Promise<boolean>;
  createUpload(key: string, contentType: string, signal: AbortSignal): Promise<string>;
  /** The sizes of the parts that were uploaded, by their numbers. Undefined without the upload. */
  listParts(key: string, uploadId: string, signal: AbortSignal): Promise<ReadonlyMap<number, number> | undefined>;
  completeUpload(
    key: string,
    uploadId: string,
    parts: readonly { readonly partNumber: number; readonly etag: string }[],
    signal: AbortSignal,
  ): Promise<Completion>;
  /** The upload may be gone already. */
  abortUpload(key: string, uploadId: string, signal: AbortSignal): Promise<void>;
}

/** A retention to set. Null: one that is there is to end. */
export type WantedRetention = { readonly mode: RetentionMode; readonly until: Date } | null;

/**
 * The settings of S3 clients for one bucket and its objects, by the credential of its owner. Every call may be
 * repeated, may throw ProviderError, and ends early by throwing when the signal is aborted.
 */
export interface BucketSettingsPort {
  /** @throws ProviderError `setting_unknown` if a rule does what the API has no words for */
  lifecycle(signal: AbortSignal): Promise<LifecycleRule[]>;
  putLifecycle(rules: readonly LifecycleRule[], signal: AbortSignal): Promise<void>;
  cors(signal: AbortSignal): Promise<CorsRule[]>;
  putCors(rules: readonly CorsRule[], signal: AbortSignal): Promise<void>;
  /** @returns undefined without the object or version */
  tags(
    key: string,
    versionId: string | undefined,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string>> | undefined>;
  putTags(
    key: string,
    versionId: string | undefined,
    tags: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<void>;
  /** @throws ProviderError `object_retained` if the retention that is there forbids it */
  putRetention(
    key: string,
    versionId: string | undefined,
    retention: WantedRetention,
    options: { readonly bypassGovernance: boolean },
    signal: AbortSignal,
  ): Promise<void>;
  putLegalHold(key: string, versionId: string | undefined, legalHold: boolean, signal: AbortSignal): Promise<void>;
}
