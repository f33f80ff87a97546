import { accessKeyCreate, accessKeyDelete, accessKeyGet, accessKeyList } from "./access-key.ts";
import { bucketCreate, bucketDelete, bucketGet, bucketList, bucketUpdate, regionList } from "./bucket.ts";
import {
  multipartUploadAbort,
  multipartUploadComplete,
  multipartUploadCreate,
  multipartUploadCreatePartUrls,
} from "./multipart-upload.ts";
import { objectCreateDownloadUrl, objectCreateUploadUrl, objectDelete, objectList } from "./object.ts";

export const objectStorageOperations = [
  bucketList,
  bucketCreate,
  bucketGet,
  bucketUpdate,
  bucketDelete,
  objectList,
  objectCreateDownloadUrl,
  objectCreateUploadUrl,
  objectDelete,
  multipartUploadCreate,
  multipartUploadCreatePartUrls,
  multipartUploadComplete,
  multipartUploadAbort,
  regionList,
  accessKeyList,
  accessKeyCreate,
  accessKeyGet,
  accessKeyDelete,
] as const;
