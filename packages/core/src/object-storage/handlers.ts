import { createAccessKey, deleteAccessKey, getAccessKey, listAccessKeys } from "./access-key/access-keys.ts";
import { getBucketQuota, putBucketQuota } from "./bucket/bucket-quota.ts";
import {
  createBucket,
  deleteBucket,
  getBucket,
  listBuckets,
  type RequireBucketUnused,
  updateBucket,
} from "./bucket/buckets.ts";
import { onlyEmbedded } from "./bucket/by-backend.ts";
import { purgeBucket, restoreBucket } from "./bucket/restore-bucket.ts";
import { remoteUploadHandlers } from "./multipart/remote-uploads.ts";
import { getBucketObjectLock } from "./object/object-lock.ts";
import { remoteAttributeHandlers } from "./object/remote-attributes.ts";
import { remoteObjectHandlers } from "./object/remote-objects.ts";
import { remoteVersionHandlers } from "./object/remote-versions.ts";
import { listRegions } from "./region/regions.ts";
import { deleteBucketPolicy, getBucketPolicy, putBucketPolicy } from "./settings/bucket-policy.ts";
import { remoteSettingHandlers } from "./settings/remote-settings.ts";

/** @param requireBucketUnused checks the families above, whose resources use buckets */
export const objectStorageHandlers = (requireBucketUnused: RequireBucketUnused) =>
  ({
    "bucket.list": listBuckets,
    "bucket.create": createBucket,
    "bucket.get": getBucket,
    "bucket.update": updateBucket,
    "bucket.delete": deleteBucket(requireBucketUnused),
    "bucket.restore": restoreBucket,
    "bucket.purge": purgeBucket,
    "bucketQuota.get": getBucketQuota,
    "bucketQuota.put": putBucketQuota,
    ...remoteObjectHandlers,
    ...remoteVersionHandlers,
    ...remoteUploadHandlers,
    ...remoteSettingHandlers,
    ...remoteAttributeHandlers,
    "bucketPolicy.get": onlyEmbedded(getBucketPolicy),
    "bucketPolicy.put": onlyEmbedded(putBucketPolicy),
    "bucketPolicy.delete": onlyEmbedded(deleteBucketPolicy),
    "bucketObjectLock.get": getBucketObjectLock,
    "region.list": listRegions,
    "accessKey.list": listAccessKeys,
    "accessKey.create": createAccessKey,
    "accessKey.get": getAccessKey,
    "accessKey.delete": deleteAccessKey,
  }) as const;
