import { accessKeyOperations } from "./access-key.ts";
import { bucketOperations, regionList } from "./bucket.ts";
import { bucketQuotaOperations } from "./bucket-quota.ts";
import { multipartUploadOperations } from "./multipart-upload.ts";
import { objectOperations } from "./object.ts";
import { objectVersionOperations } from "./object-version.ts";

export * from "./access-key.ts";
export * from "./bucket.ts";
export * from "./bucket-quota.ts";
export * from "./limits.ts";
export * from "./multipart-upload.ts";
export * from "./object.ts";
export * from "./object-version.ts";
export * from "./storage-features.ts";

/** The family's operations, in the documentation's order. */
export const objectStorageOperations = [
  ...bucketOperations,
  ...bucketQuotaOperations,
  ...objectOperations,
  ...objectVersionOperations,
  ...multipartUploadOperations,
  regionList,
  ...accessKeyOperations,
] as const;
