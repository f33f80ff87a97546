import { createAccessKey, deleteAccessKey, getAccessKey, listAccessKeys } from "./access-keys.ts";
import { deleteBucketPolicy, getBucketPolicy, putBucketPolicy } from "./bucket-policy.ts";
import { getBucketQuota, putBucketQuota } from "./bucket-quota.ts";
import {
  createBucket,
  deleteBucket,
  getBucket,
  listBuckets,
  type RequireBucketUnused,
  updateBucket,
} from "./buckets.ts";
import { getBucketObjectLock } from "./object-lock.ts";
import { listRegions } from "./regions.ts";
import { remoteAttributeHandlers } from "./remote/remote-attributes.ts";
import { onlyEmbedded } from "./remote/remote-bucket.ts";
import { remoteObjectHandlers } from "./remote/remote-objects.ts";
import { remoteSettingHandlers } from "./remote/remote-settings.ts";
import { remoteUploadHandlers } from "./remote/remote-uploads.ts";
import { remoteVersionHandlers } from "./remote/remote-versions.ts";
import { purgeBucket, restoreBucket } from "./restore-bucket.ts";

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
