import { createAccessKey, deleteAccessKey, getAccessKey, listAccessKeys } from "./access-keys.ts";
import { getBucketCors, putBucketCors } from "./bucket-cors.ts";
import { getBucketLifecycle, previewBucketLifecycle, putBucketLifecycle } from "./bucket-lifecycle.ts";
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
import {
  getBucketObjectLock,
  getObjectLegalHold,
  getObjectRetention,
  getObjectTags,
  putBucketObjectLock,
  putObjectLegalHold,
  putObjectRetention,
  putObjectTags,
} from "./object-lock.ts";
import { listRegions } from "./regions.ts";
import { onlyEmbedded } from "./remote/remote-bucket.ts";
import { remoteObjectHandlers } from "./remote/remote-objects.ts";
import { remoteUploadHandlers } from "./remote/remote-uploads.ts";
import { remoteVersionHandlers } from "./remote/remote-versions.ts";

/** @param requireBucketUnused checks the families above, whose resources use buckets */
export const objectStorageHandlers = (requireBucketUnused: RequireBucketUnused) =>
  ({
    "bucket.list": listBuckets,
    "bucket.create": createBucket,
    "bucket.get": getBucket,
    "bucket.update": updateBucket,
    "bucket.delete": deleteBucket(requireBucketUnused),
    "bucketQuota.get": getBucketQuota,
    "bucketQuota.put": putBucketQuota,
    ...remoteObjectHandlers,
    ...remoteVersionHandlers,
    ...remoteUploadHandlers,
    "bucketLifecycle.get": onlyEmbedded(getBucketLifecycle),
    "bucketLifecycle.put": onlyEmbedded(putBucketLifecycle),
    "bucketLifecycle.preview": onlyEmbedded(previewBucketLifecycle),
    "bucketPolicy.get": onlyEmbedded(getBucketPolicy),
    "bucketPolicy.put": onlyEmbedded(putBucketPolicy),
    "bucketPolicy.delete": onlyEmbedded(deleteBucketPolicy),
    "bucketCors.get": onlyEmbedded(getBucketCors),
    "bucketCors.put": onlyEmbedded(putBucketCors),
    "objectTags.get": onlyEmbedded(getObjectTags),
    "objectTags.put": onlyEmbedded(putObjectTags),
    "bucketObjectLock.get": getBucketObjectLock,
    "bucketObjectLock.put": onlyEmbedded(putBucketObjectLock),
    "objectRetention.get": onlyEmbedded(getObjectRetention),
    "objectRetention.put": onlyEmbedded(putObjectRetention),
    "objectLegalHold.get": onlyEmbedded(getObjectLegalHold),
    "objectLegalHold.put": onlyEmbedded(putObjectLegalHold),
    "region.list": listRegions,
    "accessKey.list": listAccessKeys,
    "accessKey.create": createAccessKey,
    "accessKey.get": getAccessKey,
    "accessKey.delete": deleteAccessKey,
  }) as const;
