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
    "bucketLifecycle.get": onlyEmbedded<"bucketLifecycle.get">(getBucketLifecycle),
    "bucketLifecycle.put": onlyEmbedded<"bucketLifecycle.put">(putBucketLifecycle),
    "bucketLifecycle.preview": onlyEmbedded<"bucketLifecycle.preview">(previewBucketLifecycle),
    "bucketPolicy.get": onlyEmbedded<"bucketPolicy.get">(getBucketPolicy),
    "bucketPolicy.put": onlyEmbedded<"bucketPolicy.put">(putBucketPolicy),
    "bucketPolicy.delete": onlyEmbedded<"bucketPolicy.delete">(deleteBucketPolicy),
    "bucketCors.get": onlyEmbedded<"bucketCors.get">(getBucketCors),
    "bucketCors.put": onlyEmbedded<"bucketCors.put">(putBucketCors),
    "objectTags.get": onlyEmbedded<"objectTags.get">(getObjectTags),
    "objectTags.put": onlyEmbedded<"objectTags.put">(putObjectTags),
    "bucketObjectLock.get": getBucketObjectLock,
    "bucketObjectLock.put": onlyEmbedded<"bucketObjectLock.put">(putBucketObjectLock),
    "objectRetention.get": onlyEmbedded<"objectRetention.get">(getObjectRetention),
    "objectRetention.put": onlyEmbedded<"objectRetention.put">(putObjectRetention),
    "objectLegalHold.get": onlyEmbedded<"objectLegalHold.get">(getObjectLegalHold),
    "objectLegalHold.put": onlyEmbedded<"objectLegalHold.put">(putObjectLegalHold),
    "region.list": listRegions,
    "accessKey.list": listAccessKeys,
    "accessKey.create": createAccessKey,
    "accessKey.get": getAccessKey,
    "accessKey.delete": deleteAccessKey,
  }) as const;
