import { createAccessKey, deleteAccessKey, getAccessKey, listAccessKeys } from "./access-keys.ts";
import { getBucketQuota, putBucketQuota } from "./bucket-quota.ts";
import {
  createBucket,
  deleteBucket,
  getBucket,
  listBuckets,
  type RequireBucketUnused,
  updateBucket,
} from "./buckets.ts";
import { listRegions } from "./regions.ts";
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
    "region.list": listRegions,
    "accessKey.list": listAccessKeys,
    "accessKey.create": createAccessKey,
    "accessKey.get": getAccessKey,
    "accessKey.delete": deleteAccessKey,
  }) as const;
