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
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  createPartUrls,
} from "./multipart-uploads.ts";
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
import { createDownloadUrl, createUploadUrl, deleteObjects, listObjects } from "./objects.ts";
import { listRegions } from "./regions.ts";
import {
  createVersionDownloadUrl,
  createVersionRestoreUrl,
  deleteObjectVersion,
  getBucketVersioning,
  listObjectVersions,
  putBucketVersioning,
} from "./version-operations.ts";

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
    "bucketLifecycle.get": getBucketLifecycle,
    "bucketLifecycle.put": putBucketLifecycle,
    "bucketLifecycle.preview": previewBucketLifecycle,
    "bucketPolicy.get": getBucketPolicy,
    "bucketPolicy.put": putBucketPolicy,
    "bucketPolicy.delete": deleteBucketPolicy,
    "bucketCors.get": getBucketCors,
    "bucketCors.put": putBucketCors,
    "object.list": listObjects,
    "object.createDownloadUrl": createDownloadUrl,
    "object.createUploadUrl": createUploadUrl,
    "object.delete": deleteObjects,
    "objectTags.get": getObjectTags,
    "objectTags.put": putObjectTags,
    "bucketObjectLock.get": getBucketObjectLock,
    "bucketObjectLock.put": putBucketObjectLock,
    "objectRetention.get": getObjectRetention,
    "objectRetention.put": putObjectRetention,
    "objectLegalHold.get": getObjectLegalHold,
    "objectLegalHold.put": putObjectLegalHold,
    "bucketVersioning.get": getBucketVersioning,
    "bucketVersioning.put": putBucketVersioning,
    "objectVersion.list": listObjectVersions,
    "objectVersion.createDownloadUrl": createVersionDownloadUrl,
    "objectVersion.createRestoreUrl": createVersionRestoreUrl,
    "objectVersion.delete": deleteObjectVersion,
    "multipartUpload.create": createMultipartUpload,
    "multipartUpload.createPartUrls": createPartUrls,
    "multipartUpload.complete": completeMultipartUpload,
    "multipartUpload.abort": abortMultipartUpload,
    "region.list": listRegions,
    "accessKey.list": listAccessKeys,
    "accessKey.create": createAccessKey,
    "accessKey.get": getAccessKey,
    "accessKey.delete": deleteAccessKey,
  }) as const;
