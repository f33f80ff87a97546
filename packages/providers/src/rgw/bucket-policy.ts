import type { AccessKeyPermission } from "@fulmar/contract";
import type { BucketSettings } from "../ports/object-storage-port.ts";

const READ = [
  "s3:GetObject",
  "s3:GetObjectVersion",
  "s3:GetObjectTagging",
  "s3:GetObjectVersionTagging",
  "s3:GetObjectRetention",
  "s3:GetObjectLegalHold",
  "s3:ListBucket",
  "s3:ListBucketVersions",
  "s3:GetBucketLocation",
  "s3:GetBucketVersioning",
  "s3:GetBucketObjectLockConfiguration",
  "s3:GetBucketCORS",
  "s3:GetBucketTagging",
  "s3:GetLifecycleConfiguration",
];
const WRITE = [
  "s3:PutObject",
  "s3:PutObjectTagging",
  "s3:PutObjectVersionTagging",
  "s3:PutObjectRetention",
  "s3:PutObjectLegalHold",
  "s3:AbortMultipartUpload",
  "s3:ListMultipartUploadParts",
  "s3:ListBucketMultipartUploads",
];
// Neither policies nor access lists nor versioning: only the control plane changes those.
const DELETE = [
  "s3:DeleteObject",
  "s3:DeleteObjectVersion",
  "s3:DeleteObjectTagging",
  "s3:DeleteObjectVersionTagging",
  "s3:PutLifecycleConfiguration",
  "s3:PutBucketCORS",
  "s3:PutBucketTagging",
];
const BYPASS = "s3:BypassGovernanceRetention";

const ACTIONS: Readonly<Record<AccessKeyPermission, readonly string[]>> = {
  read: READ,
  write: WRITE,
  read_write: [...READ, ...WRITE, ...DELETE],
};

function arnOf(userId: string): string {
  return `arn:aws:iam:::user/${userId}`;
}

/**
 * The policy of a bucket. It names users and the bucket exactly: a wildcard would reach the buckets of others. What a
 * key writes belongs to the key's user, so the owner is allowed everything, too.
 */
export function bucketPolicy(
  ownerId: string,
  name: string,
  { grants, isPublic }: Pick<BucketSettings, "grants" | "isPublic">,
): string {
  const [bucket, objects] = [`arn:aws:s3:::${name}`, `arn:aws:s3:::${name}/*`];
  const allow = (userId: string, actions: readonly string[], ranges: readonly string[] = []) => ({
    Effect: "Allow",
    Principal: { AWS: [arnOf(userId)] },
    Action: actions,
    Resource: [bucket, objects],
    ...(ranges.length > 0 && { Condition: { IpAddress: { "aws:SourceIp": ranges } } }),
  });
  const publicRead = { Effect: "Allow", Principal: "*", Action: ["s3:GetObject"], Resource: [objects] };
  return JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      allow(ownerId, ["s3:*"]),
      ...grants.map(({ userId, permission, bypassGovernance, allowedIpRanges }) =>
        allow(userId, bypassGovernance ? [...ACTIONS[permission], BYPASS] : ACTIONS[permission], allowedIpRanges),
      ),
      ...(isPublic ? [publicRead] : []),
    ],
  });
}
