import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Moment, Name, pageQuery, ResourceId, searchQuery, Timestamp } from "../values/fields.ts";

export const AccessKeyPermission = z.enum(["read", "read_write"]);
export type AccessKeyPermission = z.infer<typeof AccessKeyPermission>;

/** An access key for S3 clients, without its secret. */
export const AccessKey = z
  .strictObject({
    access_key_id: z.string(),
    name: z.string(),
    permission: AccessKeyPermission,
    /**
     * The buckets that it can access. Null for all buckets of the workspace, including future ones. Empty once its last
     * bucket was deleted, so that it can access nothing.
     */
    bucket_names: z.array(z.string()).nullable(),
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "AccessKey" });
export type AccessKey = z.infer<typeof AccessKey>;

/** The only answer that shows the secret. */
export const CreatedAccessKey = z
  .strictObject({ ...AccessKey.shape, secret_access_key: z.string() })
  .meta({ id: "CreatedAccessKey" });
export type CreatedAccessKey = z.infer<typeof CreatedAccessKey>;

const MOST_BUCKETS = 100;

export const CreateAccessKey = z
  .strictObject({
    name: Name,
    permission: AccessKeyPermission,
    bucket_names: z
      .array(ResourceId)
      .min(1)
      .max(MOST_BUCKETS)
      .refine((names) => new Set(names).size === names.length, "must not name a bucket twice")
      .optional(),
    expires_at: Moment.optional(),
  })
  .meta({
    id: "CreateAccessKeyRequest",
    examples: [{ name: "laptop", permission: "read_write", bucket_names: ["photos"] }],
  });
export type CreateAccessKey = z.infer<typeof CreateAccessKey>;

export const AccessKeyDeletion = z
  .strictObject({ status: z.literal("deleted"), access_key_id: z.string() })
  .meta({ id: "AccessKeyDeletion" });

const accessKeyId = { access_key_id: ResourceId };
const family = "Object storage";

export const accessKeyList = defineOperation({
  id: "accessKey.list",
  resource: "access_key",
  family,
  method: "GET",
  path: "/object-storage/access-keys",
  scope: "object-storage.read",
  summary: "List access keys of S3 clients",
  query: { ...pageQuery(), ...searchQuery, name: z.string().max(63).optional() },
  output: z.array(AccessKey),
  list: true,
});

export const accessKeyCreate = defineOperation({
  id: "accessKey.create",
  resource: "access_key",
  family,
  method: "POST",
  path: "/object-storage/access-keys",
  scope: "object-storage.write",
  summary: "Create an access key for S3 clients",
  description:
    "`secret_access_key` is in this answer only (and in its repetition under the same idempotency key). " +
    "Without `bucket_names` the key reaches all buckets of the workspace. A deleted bucket is removed from the lists of its keys; a key whose list becomes empty reaches no bucket.",
  body: CreateAccessKey,
  output: CreatedAccessKey,
  success: 201,
  shownOnce: true,
  errors: ["not_found", "conflict"],
});

export const accessKeyGet = defineOperation({
  id: "accessKey.get",
  resource: "access_key",
  family,
  method: "GET",
  path: "/object-storage/access-keys/{access_key_id}",
  scope: "object-storage.read",
  summary: "Get an access key",
  params: accessKeyId,
  output: AccessKey,
  errors: ["not_found"],
});

export const accessKeyDelete = defineOperation({
  id: "accessKey.delete",
  resource: "access_key",
  family,
  method: "DELETE",
  path: "/object-storage/access-keys/{access_key_id}",
  scope: "object-storage.write",
  summary: "Delete an access key",
  description: "S3 clients that use it are refused at once.",
  params: accessKeyId,
  output: AccessKeyDeletion,
  errors: ["not_found"],
});
