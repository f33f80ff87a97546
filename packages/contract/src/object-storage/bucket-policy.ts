import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId } from "../values/fields.ts";
import { PolicyDocument } from "./policy/policy-document.ts";

export const BucketPolicy = z
  .strictObject({
    name: z.string(),
    /** Null: the bucket has no policy. */
    policy: PolicyDocument.nullable(),
    /** Whether the policy allows something to everyone, from everywhere. */
    is_public: z.boolean(),
    /** Whether the public access block, which S3 clients set, refuses policies that allow everyone something. */
    blocks_public_policies: z.boolean(),
    /** Whether the block keeps requests without an access key out, whatever the policy allows. */
    restricts_public_access: z.boolean(),
  })
  .meta({ id: "BucketPolicy" });
export type BucketPolicy = z.infer<typeof BucketPolicy>;

export const PutBucketPolicy = z.strictObject({ policy: PolicyDocument }).meta({
  id: "PutBucketPolicyRequest",
  examples: [
    {
      policy: {
        Version: "2012-10-17",
        Statement: [
          { Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: "arn:aws:s3:::photos/public/*" },
        ],
      },
    },
  ],
});

export const BucketPolicyDeletion = z
  .strictObject({ status: z.literal("deleted"), name: z.string() })
  .meta({ id: "BucketPolicyDeletion" });

const place = {
  resource: "bucket",
  family: "Object storage",
  path: "/object-storage/buckets/{bucket_name}/policy",
  params: { bucket_name: ResourceId },
} as const;

const bucketPolicyGet = defineOperation({
  ...place,
  id: "bucketPolicy.get",
  method: "GET",
  scope: "object-storage.read",
  summary: "Get the policy of a bucket",
  output: BucketPolicy,
  errors: ["not_found"],
});

/** A policy gives rights to others, so whoever sets it has them all, as over S3. */
const scopes = (field: string) => [
  { field, scope: "object-storage.read" } as const,
  { field, scope: "object-storage.delete" } as const,
];

const bucketPolicyPut = defineOperation({
  ...place,
  id: "bucketPolicy.put",
  method: "PUT",
  scope: "object-storage.write",
  references: scopes("policy"),
  summary: "Set the policy of a bucket",
  description:
    "A policy in S3's language, the same that S3 clients set: it allows or denies S3 requests of access keys and of " +
    "everyone. It does not concern the public API. " +
    "A policy that allows everyone something is refused while the public access block refuses those (409 " +
    "`public_access_blocked`).",
  body: PutBucketPolicy,
  output: BucketPolicy,
  errors: ["not_found", "conflict"],
});

const bucketPolicyDelete = defineOperation({
  ...place,
  id: "bucketPolicy.delete",
  method: "DELETE",
  scope: "object-storage.write",
  references: scopes("bucket_name"),
  summary: "Delete the policy of a bucket",
  output: BucketPolicyDeletion,
  errors: ["not_found"],
});

export const bucketPolicyOperations = [bucketPolicyGet, bucketPolicyPut, bucketPolicyDelete] as const;
