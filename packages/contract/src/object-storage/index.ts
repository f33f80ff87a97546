import { accessKeyOperations } from "./access-key.ts";
import { bucketOperations, regionList } from "./bucket.ts";
import { bucketCorsOperations } from "./bucket-cors.ts";
import { bucketLifecycleOperations } from "./bucket-lifecycle.ts";
import { bucketPolicyOperations } from "./bucket-policy.ts";
import { bucketQuotaOperations } from "./bucket-quota.ts";
import { multipartUploadOperations } from "./multipart-upload.ts";
import { objectOperations } from "./object.ts";
import { objectLockOperations } from "./object-lock.ts";
import { objectTagsOperations } from "./object-tags.ts";
import { objectVersionOperations } from "./object-version.ts";

export * from "./access-key.ts";
export * from "./bucket.ts";
export * from "./bucket-cors.ts";
export * from "./bucket-lifecycle.ts";
export * from "./bucket-policy.ts";
export * from "./bucket-quota.ts";
export * from "./limits.ts";
export * from "./multipart-upload.ts";
export * from "./object.ts";
export * from "./object-lock.ts";
export * from "./object-tags.ts";
export * from "./object-version.ts";
export * from "./storage-features.ts";

/** The family's operations, in the documentation's order. */
export const objectStorageOperations = [
  ...bucketOperations,
  ...bucketQuotaOperations,
  ...bucketLifecycleOperations,
  ...bucketPolicyOperations,
  ...bucketCorsOperations,
  ...objectOperations,
  ...objectTagsOperations,
  ...objectLockOperations,
  ...objectVersionOperations,
  ...multipartUploadOperations,
  regionList,
  ...accessKeyOperations,
] as const;
