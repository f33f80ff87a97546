import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { invalidField, notFound } from "../request/domain-error.ts";
import { Sealer } from "../request/sealed-value.ts";
import { AccessKeyRepository } from "./access-key-repository.ts";
import { newAccessKeyId, newSecretAccessKey } from "./access-key-value.ts";

/**
 * Makes an access key and shows its secret, which no other answer does. It is kept sealed and bound to the access key
 * id: an S3 signature is checked with the secret itself, so a hash would not do.
 */
export const createAccessKey: Handler<"accessKey.create"> = async (
  context,
  { name, permission, bucket_names, expires_at },
) => {
  // As a date: a request may write it with offsets that PostgreSQL does not know.
  const expiresAt = expires_at === undefined ? undefined : new Date(expires_at);
  if (expiresAt !== undefined && expiresAt.getTime() <= Date.now())
    throw invalidField("expires_at", "must be in the future");
  const access_key_id = newAccessKeyId();
  const secret_access_key = newSecretAccessKey();
  const made = await new AccessKeyRepository(context.sql, context.workspace.id).insert({
    accessKeyId: access_key_id,
    sealedSecret: new Sealer(context.configuration.secret, "object storage access keys").seal(
      secret_access_key,
      access_key_id,
    ),
    name,
    permission,
    bucketNames: bucket_names,
    expiresAt,
  });
  if (made === undefined) throw notFound("bucket");
  return {
    ...{ access_key_id, secret_access_key, name, permission, bucket_names: bucket_names?.toSorted() ?? null },
    ...{ expires_at: toTimestamp(made.expires_at), last_used_at: null, created_at: toTimestamp(made.created_at) },
  };
};
