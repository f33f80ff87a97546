/** The actions by which a policy names requests, by what they are about (AWS: Actions for Amazon S3). */
export const POLICY_ACTIONS = {
  bucket: [
    ...(["ListBucket", "ListBucketVersions", "ListBucketMultipartUploads", "CreateBucket", "DeleteBucket"] as const),
    ...(["GetBucketLocation", "GetBucketVersioning", "PutBucketVersioning"] as const),
    ...(["GetBucketObjectLockConfiguration", "PutBucketObjectLockConfiguration"] as const),
    ...(["GetBucketAcl", "PutBucketAcl", "GetBucketCORS", "PutBucketCORS"] as const),
    ...(["GetLifecycleConfiguration", "PutLifecycleConfiguration", "GetBucketTagging", "PutBucketTagging"] as const),
    ...(["GetBucketPolicy", "PutBucketPolicy", "DeleteBucketPolicy", "GetBucketPolicyStatus"] as const),
    ...(["GetBucketPublicAccessBlock", "PutBucketPublicAccessBlock"] as const),
    ...(["GetBucketOwnershipControls", "PutBucketOwnershipControls"] as const),
    ...(["GetEncryptionConfiguration", "PutEncryptionConfiguration"] as const),
    ...(["GetBucketWebsite", "PutBucketWebsite", "DeleteBucketWebsite"] as const),
    ...(["GetReplicationConfiguration", "GetBucketLogging", "GetBucketNotification"] as const),
    ...(["GetAccelerateConfiguration", "GetBucketRequestPayment"] as const),
  ],
  object: [
    ...(["GetObject", "GetObjectVersion", "GetObjectAttributes", "GetObjectVersionAttributes"] as const),
    ...(["GetObjectAcl", "GetObjectVersionAcl", "PutObjectAcl", "PutObjectVersionAcl"] as const),
    ...(["GetObjectTagging", "PutObjectTagging", "DeleteObjectTagging"] as const),
    ...(["GetObjectVersionTagging", "PutObjectVersionTagging", "DeleteObjectVersionTagging"] as const),
    ...(["GetObjectRetention", "PutObjectRetention", "GetObjectLegalHold", "PutObjectLegalHold"] as const),
    ...(["PutObject", "DeleteObject", "DeleteObjectVersion", "BypassGovernanceRetention"] as const),
    ...(["ListMultipartUploadParts", "AbortMultipartUpload"] as const),
  ],
} as const;
export type PolicyAction = (typeof POLICY_ACTIONS)["bucket" | "object"][number];
