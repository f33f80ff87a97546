import { accessKeyOperations } from "./access-key.ts";
import { bucketOperations, regionList } from "./bucket.ts";
import { bucketQuotaOperations } from "./bucket-quota.ts";
import { multipartUploadOperations } from "./multipart-upload.ts";
import { objectOperations } from "./object.ts";

export * from "./access-key.ts";
export * from "./bucket.ts";
export * from "./bucket-quota.ts";
export * from "./limits.ts";
export * from "./multipart-upload.ts";
export * from "./object.ts";

/** The family's operations, in the documentation's order. */
export const objectStorageOperations = [
  ...bucketOperations,
  ...bucketQuotaOperations,
  ...objectOperations,
  ...multipartUploadOperations,
  regionList,
  ...accessKeyOperations,
] as const;
