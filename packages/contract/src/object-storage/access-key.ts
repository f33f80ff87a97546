import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import type { Scope } from "../declaration/scopes.ts";
import { Moment, Name, pageQuery, ResourceId, searchQuery, Timestamp } from "../values/fields.ts";

/** What a key may do over S3. `write` uploads, and neither reads nor deletes; `read_write` does all three. */
export const AccessKeyPermission = z.enum(["read", "write", "read_write"]);
export type AccessKeyPermission = z.infer<typeof AccessKeyPermission>;

/** The scopes that a permission amounts to. A key gives no more than its maker has, so its maker needs them all. */
export const ACCESS_KEY_SCOPES: Readonly<Record<AccessKeyPermission, readonly Scope[]>> = {
  read: ["object-storage.read"],
  write: ["object-storage.write"],
  read_write: ["object-storage.read", "object-storage.write", "object-storage.delete"],
};

/** The token or the user who made a key, with its name at that time. */
const Maker = z.strictObject({ type: z.enum(["token", "user"]), id: z.string(), name: z.string() });

/** An access key for S3 clients, without its secret. */
export const AccessKey = z
  .strictObject({
    access_key_id: z.string(),
    name: z.string(),
    permission: AccessKeyPermission,
    /** Whether it may delete objects under GOVERNANCE retention and shorten that retention. */
    bypass_governance: z.boolean(),
    /**
     * The buckets that it can access. Null for all buckets of the workspace, including future ones. Empty once its last
     * bucket was deleted, so that it can access nothing.
     */
    bucket_names: z.array(z.string()).nullable(),
    /** At the latest when the token that made it expires. */
    expires_at: Timestamp.nullable(),
    /** The IP ranges of the token that made it. S3 requests from elsewhere are refused. Empty: from everywhere. */
    allowed_ip_ranges: z.array(z.string()),
    last_used_at: Timestamp.nullable(),
    /** Null for keys from before this was recorded. */
    created_by: Maker.nullable(),
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
    bypass_governance: z.boolean().default(false),
    bucket_names: z
      .array(ResourceId)
      .min(1)
      .max(MOST_BUCKETS)
      .refine((names) => new Set(names).size === names.length, "must not name a bucket twice")
      .optional(),
    expires_at: Moment.optional(),
  })
  .refine(({ permission, bypass_governance }) => !bypass_governance || permission === "read_write", {
    path: ["bypass_governance"],
    message: "needs the permission read_write",
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

const accessKeyList = defineOperation({
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

const accessKeyCreate = defineOperation({
  id: "accessKey.create",
  resource: "access_key",
  family,
  method: "POST",
  path: "/object-storage/access-keys",
  scope: "object-storage.write",
  references: AccessKeyPermission.options.flatMap((permission) =>
    ACCESS_KEY_SCOPES[permission].map((scope) => ({ field: "permission", where: { permission }, scope })),
  ),
  summary: "Create an access key for S3 clients",
  description:
    "A key grants no more than its creator has. A key created by a token expires with the token at the " +
    "latest and works only from the token's IP ranges. The token's guard and ceilings apply to the key " +
    "too: it can read, and with `approve_destructive` or ceilings it can also add objects. " +
    "`secret_access_key` is only in this answer (and in its repetition under the same idempotency key). " +
    "Without `bucket_names` the key reaches all buckets of the workspace. A deleted bucket is removed " +
    "from the lists of its keys; a key whose list becomes empty reaches no bucket.",
  body: CreateAccessKey,
  output: CreatedAccessKey,
  success: 201,
  shownOnce: true,
  errors: ["not_found", "conflict"],
});

const accessKeyGet = defineOperation({
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

const accessKeyDelete = defineOperation({
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

export const accessKeyOperations = [accessKeyList, accessKeyCreate, accessKeyGet, accessKeyDelete] as const;
