import { abortMultipartUpload } from "./abort-multipart-upload.ts";
import { completeMultipartUpload } from "./complete-multipart-upload.ts";
import { createAccessKey } from "./create-access-key.ts";
import { createBucket } from "./create-bucket.ts";
import { createDownloadUrl } from "./create-download-url.ts";
import { createMultipartUpload } from "./create-multipart-upload.ts";
import { createPartUrls } from "./create-part-urls.ts";
import { createUploadUrl } from "./create-upload-url.ts";
import { deleteAccessKey } from "./delete-access-key.ts";
import { deleteBucket, type RequireBucketUnused } from "./delete-bucket.ts";
import { deleteObjects } from "./delete-objects.ts";
import { getAccessKey } from "./get-access-key.ts";
import { getBucket } from "./get-bucket.ts";
import { listAccessKeys } from "./list-access-keys.ts";
import { listBuckets } from "./list-buckets.ts";
import { listObjects } from "./list-objects.ts";
import { listRegions } from "./list-regions.ts";
import { updateBucket } from "./update-bucket.ts";

/** @param requireBucketUnused asks the families above, whose resources use buckets */
export const objectStorageHandlers = (requireBucketUnused: RequireBucketUnused) =>
  ({
    "bucket.list": listBuckets,
    "bucket.create": createBucket,
    "bucket.get": getBucket,
    "bucket.update": updateBucket,
    "bucket.delete": deleteBucket(requireBucketUnused),
    "object.list": listObjects,
    "object.createDownloadUrl": createDownloadUrl,
    "object.createUploadUrl": createUploadUrl,
    "object.delete": deleteObjects,
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
