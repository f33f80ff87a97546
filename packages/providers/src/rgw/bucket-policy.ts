import type { BucketGrant, BucketSettings } from "../ports/object-storage-port.ts";

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
/** Actions that change a bucket or its objects. */
const CHANGES = [...WRITE, ...DELETE].filter((action) => !action.startsWith("s3:List"));
/** Actions that add bytes of objects, or of their tags. Uploads in parts and copies are puts, too. */
const STORES = ["s3:PutObject", "s3:PutObjectTagging", "s3:PutObjectVersionTagging"];
const BYPASS = "s3:BypassGovernanceRetention";
const ACCESS_LISTS = ["s3:GetObjectAcl", "s3:GetObjectVersionAcl", "s3:PutObjectAcl", "s3:PutObjectVersionAcl"];

/** Actions that a user may take on its own objects and bucket, if nothing denies them. */
const EVERYTHING = [...READ, ...WRITE, ...DELETE, BYPASS, ...ACCESS_LISTS];

const ACTIONS: Readonly<Record<BucketGrant["permission"], readonly string[]>> = {
  // Without the right to list, the gateway answers 403 for an absent object, and an edge knows no 404.
  serve: ["s3:GetObject", "s3:ListBucket"],
  read: READ,
  write: WRITE,
  read_write: [...READ, ...WRITE, ...DELETE],
};

function arnOf(userId: string): string {
  return `arn:aws:iam:::user/${userId}`;
}

type PolicySettings = Pick<BucketSettings, "grants" | "isPublic" | "isFrozen" | "storesNothing" | "isHidden">;

/**
 * The policy of a bucket. It names users and the bucket exactly: a wildcard would reach the buckets of others. What a
 * key writes belongs to the key's user. So the owner is allowed everything, and each user is denied what its
 * permission does not have: it could read its own objects otherwise, whatever its permission and from everywhere. The
 * denied actions are listed, because Ceph 16 takes no notice of `NotAction` in a denial.
 */
export function bucketPolicy(
  ownerId: string,
  name: string,
  { grants, isPublic, isFrozen, storesNothing, isHidden }: PolicySettings,
): string {
  const [bucket, objects] = [`arn:aws:s3:::${name}`, `arn:aws:s3:::${name}/*`];
  const both = { Resource: [bucket, objects] };
  const statements = alikeGrants(grants).flatMap(([{ permission, bypassGovernance, allowedIpRanges }, userIds]) => {
    const Principal = { AWS: userIds.map(arnOf) };
    const actions = bypassGovernance ? [...ACTIONS[permission], BYPASS] : ACTIONS[permission];
    const elsewhere = { NotIpAddress: { "aws:SourceIp": allowedIpRanges } };
    return [
      { Effect: "Allow", Principal, Action: actions, ...both },
      { Effect: "Deny", Principal, Action: EVERYTHING.filter((action) => !actions.includes(action)), ...both },
      ...(allowedIpRanges.length > 0
        ? [{ Effect: "Deny", Principal, Action: ["s3:*"], ...both, Condition: elsewhere }]
        : []),
    ];
  });
  const publicRead = { Effect: "Allow", Principal: "*", Action: ["s3:GetObject"], Resource: [objects] };
  const owner = { Effect: "Allow", Principal: { AWS: [arnOf(ownerId)] }, Action: ["s3:*"], ...both };
  const frozen = { Effect: "Deny", Principal: "*", Action: CHANGES, ...both };
  const full = { Effect: "Deny", Principal: "*", Action: STORES, ...both };
  // The owner must still change the policy.
  const hidden = { Effect: "Deny", Principal: "*", Action: EVERYTHING, ...both };
  return JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      ...[owner, ...statements],
      ...(isPublic ? [publicRead] : []),
      ...(isFrozen === true ? [frozen] : []),
      ...(storesNothing === true ? [full] : []),
      ...(isHidden === true ? [hidden] : []),
    ],
  });
}

type Rights = Omit<BucketGrant, "userId">;

/** The users of each set of rights, so that a policy for many keys stays small. */
function alikeGrants(grants: readonly BucketGrant[]): readonly (readonly [Rights, readonly string[]])[] {
  const alike = new Map<string, [Rights, string[]]>();
  for (const { userId, ...rights } of grants) {
    const name = JSON.stringify([rights.permission, rights.bypassGovernance, rights.allowedIpRanges]);
    const [, userIds] = alike.get(name) ?? [rights, []];
    alike.set(name, [rights, [...userIds, userId]]);
  }
  return [...alike.values()];
}
