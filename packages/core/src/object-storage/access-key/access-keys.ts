import { randomBytes } from "node:crypto";
import { AccessKey } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../../query/paging.ts";
import { contains } from "../../query/search.ts";
import { wireForm } from "../../query/wire-form.ts";
import type { ShownSecret } from "../../request/answers/kept-answers.ts";
import type { Handler } from "../../request/context.ts";
import { found, invalidField } from "../../request/domain-error.ts";
import { newId } from "../../request/identifiers.ts";
import { storageApplied } from "../remote/reserve-bucket.ts";
import { sealerOfAccessKeys } from "./sealed-access-keys.ts";

// The secret is not included: only the object store reads it.
const columns = `k.credential_id, k.access_key_id, k.name, k.permission::text, k.bypass_governance,
                 least(k.expires_at, t.expires_at) AS expires_at, t.allowed_ip_ranges, k.last_used_at, k.created_at,
  k.created_by_type, k.created_by_id, k.created_by_name,
  CASE WHEN NOT k.all_buckets THEN ARRAY(
    SELECT b.name FROM access_key_bucket r
      JOIN bucket b ON b.workspace_id = r.workspace_id AND b.bucket_id = r.bucket_id
     WHERE r.workspace_id = k.workspace_id AND r.credential_id = k.credential_id ORDER BY b.name) END AS bucket_names`;

// A key ends with the expiry of the token that made it, and is bound to its ranges, as they are now.
const source = "access_key k LEFT JOIN api_token t ON t.token_id = k.created_by_id AND k.created_by_type = 'token'";

// Not `$name IS NULL OR …`: of that the server expects one row, so that a plan for all values looks cheap which sorts all.
const list = statement(
  "access_key_list",
  `SELECT ${columns} FROM ${source}
    WHERE k.workspace_id = $workspace_id::bigint AND k.credential_id < $after
      AND coalesce(k.name = $name::text, true)
      AND ${contains("k.name", "$search")}
    ORDER BY k.credential_id DESC LIMIT $limit::int`,
);

const get = lookup(
  "access_key_get",
  `SELECT ${columns} FROM ${source} WHERE k.workspace_id = $workspace_id::bigint AND k.access_key_id = $access_key_id`,
);

/**
 * A key as lists and gets read it. Lists are ordered by `credential_id`, which is time-ordered. The public id is
 * random.
 */
type AccessKeyRow = RowOf<typeof get>;

// The function refuses a maker who has lost their rights meanwhile. Writes nothing unless every bucket exists. The
// buckets are locked until the commit, so that the answer lists each of them.
const insert = statement(
  "access_key_insert",
  `WITH reached AS (
     SELECT bucket_id FROM bucket
      WHERE workspace_id = $workspace_id::bigint AND name = ANY ($names::text[]) AND deleted_at IS NULL FOR KEY SHARE
   ), made AS (
     INSERT INTO access_key (workspace_id, credential_id, access_key_id, name, permission, sealed_secret, expires_at,
                             all_buckets, bypass_governance, created_by_type, created_by_id, created_by_name)
     SELECT $workspace_id::bigint, $credential_id, $access_key_id, $name, $permission::access_key_permission,
            $sealed_secret, $expires_at::timestamptz, $names::text[] IS NULL, $bypass_governance::boolean,
            $created_by_type, $created_by_id, $created_by_name
      WHERE require_access_key_maker($workspace_id::bigint, $created_by_type, $created_by_id, $role)
        AND (SELECT count(*) FROM reached) = coalesce(cardinality($names::text[]), 0)
     RETURNING credential_id, created_at, expires_at
   ), listed AS (
     INSERT INTO access_key_bucket (workspace_id, credential_id, bucket_id)
     SELECT $workspace_id::bigint, m.credential_id, r.bucket_id FROM made m, reached r
   )
   SELECT created_at, expires_at,
          EXISTS (SELECT FROM storage_owner WHERE workspace_id = $workspace_id::bigint) AS is_remote FROM made`,
);

const remove = statement(
  "access_key_delete",
  `DELETE FROM access_key WHERE workspace_id = $workspace_id::bigint AND access_key_id = $access_key_id
   RETURNING EXISTS (SELECT FROM storage_owner WHERE workspace_id = $workspace_id::bigint) AS is_remote`,
);

const inForce = statement("access_key_in_force", "SELECT 1 FROM access_key WHERE access_key_id = $access_key_id");

/** Whether the key of an answer still exists. */
export async function isAccessKeyInForce(sql: Sql, { access_key_id }: ShownSecret): Promise<boolean> {
  return (await sql.query(inForce, { access_key_id })).length > 0;
}

const shown = wireForm(AccessKey.omit({ created_by: true, allowed_ip_ranges: true }));

function toAccessKey(row: AccessKeyRow): AccessKey {
  const { created_by_type, created_by_id: id, created_by_name: name } = row;
  const type = created_by_type === "user" ? "user" : "token";
  return {
    ...shown(row),
    created_by: id === null || name === null ? null : { type, id, name },
    allowed_ip_ranges: row.allowed_ip_ranges ?? [],
  };
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const ID_LENGTH = 20;
const ID_PREFIX = "FK";
const SECRET_BYTES = 30;

/** The public id that S3 clients send with every request: 20 characters as in S3, of which 90 bits are random. */
function newAccessKeyId(): string {
  const random = randomBytes(ID_LENGTH - ID_PREFIX.length);
  return ID_PREFIX + Array.from(random, (byte) => ALPHABET.charAt(byte & 31)).join("");
}

/** The secret that S3 clients sign with: 240 random bits in 40 characters that need no escaping in files and URLs. */
function newSecretAccessKey(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

export const listAccessKeys: Handler<"accessKey.list"> = async (
  { sql, workspace },
  { limit, cursor, name, search },
) => {
  const after = olderThan(cursor, "akey");
  const rows = await sql.query(list, { workspace_id: workspace.id, after, name, search, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.credential_id, toAccessKey);
};

/**
 * Creates an access key and shows its secret, which no other answer does. The secret is stored sealed and bound to the
 * access key id. A hash would not do, because checking an S3 signature needs the secret.
 */
export const createAccessKey: Handler<"accessKey.create"> = async (
  context,
  { name, permission, bypass_governance, bucket_names, expires_at },
) => {
  const { sql, workspace, caller } = context;
  const { type, id, name: makerName, role, allowedIpRanges, expiresAt: makersExpiry } = caller;
  // Parsed as a Date, because a request may use offsets that PostgreSQL does not know.
  const expiresAt = expires_at === undefined ? undefined : new Date(expires_at);
  if (expiresAt !== undefined && expiresAt.getTime() <= Date.now())
    throw invalidField("expires_at", "must be in the future");
  const access_key_id = newAccessKeyId();
  const secret_access_key = newSecretAccessKey();
  const row = await sql.maybe(insert, {
    workspace_id: workspace.id,
    credential_id: newId("akey"),
    access_key_id,
    name,
    permission,
    sealed_secret: sealerOfAccessKeys(context.configuration.secrets).seal(secret_access_key, access_key_id),
    expires_at: expiresAt,
    names: bucket_names,
    bypass_governance,
    created_by_type: type,
    created_by_id: id,
    created_by_name: makerName,
    role: role ?? "",
  });
  const made = found(row, "bucket");
  if (made.is_remote === true) context.afterCommit((later, signal) => storageApplied(later, workspace.id, signal));
  return {
    ...shown({
      access_key_id,
      name,
      permission,
      bypass_governance,
      bucket_names: bucket_names?.toSorted() ?? null,
      expires_at: earlier(made.expires_at, makersExpiry),
      last_used_at: null,
      created_at: made.created_at,
    }),
    secret_access_key,
    created_by: { type, id, name: makerName },
    allowed_ip_ranges: [...allowedIpRanges],
  };
};

/** Null is never. */
function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

export const getAccessKey: Handler<"accessKey.get"> = async ({ sql, workspace }, { access_key_id }) =>
  toAccessKey(found(await sql.maybe(get, { workspace_id: workspace.id, access_key_id }), "access key"));

export const deleteAccessKey: Handler<"accessKey.delete"> = async (context, { access_key_id }) => {
  const { sql, workspace } = context;
  const deleted = found(await sql.maybe(remove, { workspace_id: workspace.id, access_key_id }), "access key");
  if (deleted.is_remote === true) context.afterCommit((later, signal) => storageApplied(later, workspace.id, signal));
  return { status: "deleted", access_key_id };
};
