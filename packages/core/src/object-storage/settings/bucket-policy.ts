import type { BucketPolicy } from "@fulmar/contract";
import { isPublic, LARGEST_POLICY_BYTES, PolicyDocument, readPolicy } from "@fulmar/contract/bucket-policy";
import { lookup, type RowOf } from "@fulmar/prisma";
import { z } from "zod";
import type { InWorkspace } from "../../request/context.ts";
import { conflict, DomainError, found, invalidField } from "../../request/domain-error.ts";
import type { EmbeddedHandler } from "../bucket/by-backend.ts";
import { type SetConfiguration, setNamed } from "./bucket-configuration.ts";

/** The public access block of a bucket, as S3 names it. */
export const PublicAccessBlock = z.strictObject({
  BlockPublicAcls: z.boolean(),
  IgnorePublicAcls: z.boolean(),
  BlockPublicPolicy: z.boolean(),
  RestrictPublicBuckets: z.boolean(),
});

const OF_BUCKET = "c.workspace_id = b.workspace_id AND c.bucket_id = b.bucket_id";
const get = lookup(
  "bucket_policy_get",
  `SELECT b.backend::text, (SELECT c.document FROM bucket_configuration c WHERE ${OF_BUCKET} AND c.kind = 'policy') AS policy,
          (SELECT c.document FROM bucket_configuration c WHERE ${OF_BUCKET} AND c.kind = 'publicAccessBlock') AS block
     FROM bucket b
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL`,
);

/** A policy as it was sent, by an S3 client or the public API. */
const StoredPolicy = z.object({ text: z.string() });

type PolicyRow = RowOf<typeof get>;

function find({ sql, workspace }: InWorkspace, { bucket_name: name }: { readonly bucket_name: string }) {
  return sql.maybe(get, { workspace_id: workspace.id, name });
}

function storedIn(row: PolicyRow) {
  const block = row.block === null ? undefined : PublicAccessBlock.parse(row.block);
  return {
    policy: row.policy === null ? null : PolicyDocument.parse(JSON.parse(StoredPolicy.parse(row.policy).text)),
    blocks_public_policies: block?.BlockPublicPolicy ?? false,
    restricts_public_access: block?.RestrictPublicBuckets ?? false,
  };
}

export const getBucketPolicy: EmbeddedHandler<"bucketPolicy.get", PolicyRow> = {
  find,
  async answer(row, _, { bucket_name }) {
    const stored = storedIn(row);
    return { name: bucket_name, ...stored, is_public: isPublicDocument(stored.policy, bucket_name) };
  },
};

function isPublicDocument(document: BucketPolicy["policy"], bucketName: string): boolean {
  const policy = document === null ? undefined : readPolicy(document, bucketName).policy;
  return policy !== undefined && isPublic(policy);
}

export const putBucketPolicy: EmbeddedHandler<"bucketPolicy.put", PolicyRow> = {
  find,
  async answer(row, context, { bucket_name, policy }) {
    const { blocks_public_policies, restricts_public_access } = storedIn(row);
    const text = JSON.stringify(policy);
    if (Buffer.byteLength(text) > LARGEST_POLICY_BYTES) throw invalidField("policy", "must have at most 20 KiB");
    const read = readPolicy(policy, bucket_name);
    if (read.policy === undefined) throw refused(read.problems);
    const is_public = isPublic(read.policy);
    if (is_public && blocks_public_policies)
      throw conflict(
        "public_access_blocked",
        "The bucket blocks policies that allow everyone something; change its public access block over S3 " +
          "first, or name access keys.",
      );
    found(await setNamed(context, bucket_name, "policy", { text }), "bucket");
    return { name: bucket_name, policy, is_public, blocks_public_policies, restricts_public_access };
  },
};

function refused(
  problems: readonly { readonly path: readonly (string | number)[]; readonly message: string }[],
): DomainError {
  const errors = problems.map(({ path, message }) => ({ field: ["policy", ...path].join("."), message }));
  const [first] = errors;
  return new DomainError("invalid_request", `The request is not valid: ${first?.field} ${first?.message}.`, { errors });
}

export const deleteBucketPolicy: EmbeddedHandler<"bucketPolicy.delete", SetConfiguration> = {
  find: (context, { bucket_name }) => setNamed(context, bucket_name, "policy", undefined),
  answer: async (_, __, { bucket_name }) => ({ status: "deleted", name: bucket_name }),
};
