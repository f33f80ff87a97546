import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { notFound } from "../request/domain-error.ts";
import type { BucketPlace, Retention } from "./object-record.ts";
import { urlSignerOf } from "./object-url.ts";

/** What S3 clients and the public API set for a bucket, one document of each kind. */
export type ConfigurationKind =
  | "cors"
  | "encryption"
  | "lifecycle"
  | "policy"
  | "publicAccessBlock"
  | "tagging"
  | "website";

const get = lookup(
  "bucket_configuration_get",
  "SELECT document FROM bucket_configuration WHERE workspace_id = $1::bigint AND bucket_id = $2 AND kind = $3",
);

const put = statement(
  "bucket_configuration_put",
  `INSERT INTO bucket_configuration AS c (workspace_id, bucket_id, kind, document)
   SELECT b.workspace_id, b.bucket_id, $3, $4::jsonb FROM bucket b WHERE b.workspace_id = $1::bigint AND b.bucket_id = $2 AND b.deleted_at IS NULL
       ON CONFLICT (workspace_id, bucket_id, kind) DO UPDATE SET document = excluded.document, changed_at = excluded.changed_at`,
);

const remove = statement(
  "bucket_configuration_remove",
  "DELETE FROM bucket_configuration WHERE workspace_id = $1::bigint AND bucket_id = $2 AND kind = $3",
);

/** @returns the stored document, to be parsed by its kind; undefined if there is none */
export async function readConfiguration(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  kind: ConfigurationKind,
): Promise<unknown> {
  const [row] = await sql.query(get, [workspaceId, bucketId, kind]);
  return row?.document;
}

/** Writes a document, or removes it where it is undefined, within a transaction of the workspace. */
export async function putConfiguration(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  kind: ConfigurationKind,
  document: object | undefined,
): Promise<void> {
  if (document === undefined) await sql.query(remove, [workspaceId, bucketId, kind]);
  else await sql.query(put, [workspaceId, bucketId, kind, JSON.stringify(document)]);
}

const getNamed = lookup(
  "bucket_configuration_get_named",
  `SELECT b.bucket_id, c.document FROM bucket b
     LEFT JOIN bucket_configuration c ON c.workspace_id = b.workspace_id AND c.bucket_id = b.bucket_id AND c.kind = $3
    WHERE b.workspace_id = $1::bigint AND b.name = $2 AND b.backend = 'embedded' AND b.deleted_at IS NULL`,
);

/** Reads the document of a bucket by its name. Null if there is none. @throws DomainError 404 without the bucket */
export async function readNamed(
  sql: Sql,
  workspaceId: bigint,
  bucketName: string,
  kind: ConfigurationKind,
): Promise<RowOf<typeof getNamed>> {
  const [row] = await sql.query(getNamed, [workspaceId, bucketName, kind]);
  if (row === undefined) throw notFound("bucket");
  return row;
}

const setOfNamed = statement(
  "bucket_configuration_set_named",
  `WITH b AS (
     SELECT workspace_id, bucket_id FROM bucket WHERE workspace_id = $1::bigint AND name = $2 AND backend = 'embedded' AND deleted_at IS NULL
   ), put AS (
     INSERT INTO bucket_configuration (workspace_id, bucket_id, kind, document)
     SELECT b.workspace_id, b.bucket_id, $3, $4::jsonb FROM b WHERE $4::jsonb IS NOT NULL
         ON CONFLICT (workspace_id, bucket_id, kind) DO UPDATE SET document = excluded.document, changed_at = excluded.changed_at
   ), removed AS (
     DELETE FROM bucket_configuration c USING b
      WHERE $4::jsonb IS NULL AND c.workspace_id = b.workspace_id AND c.bucket_id = b.bucket_id AND c.kind = $3
   )
   SELECT bucket_id FROM b`,
);

/**
 * Writes the document of a bucket by its name, or removes it where it is undefined. @throws DomainError 404 without the
 * bucket
 */
export async function setNamed(
  sql: Sql,
  workspaceId: bigint,
  bucketName: string,
  kind: ConfigurationKind,
  document: object | undefined,
): Promise<void> {
  const text = document === undefined ? null : JSON.stringify(document);
  const [row] = await sql.query(setOfNamed, [workspaceId, bucketName, kind, text]);
  if (row === undefined) throw notFound("bucket");
}

// Among buckets of one name, the oldest that has rules. Rules only say which pages may read an answer: whoever asks is
// authenticated besides.
const corsOf = lookup(
  "bucket_cors_get",
  `SELECT c.document FROM bucket b
     JOIN bucket_configuration c ON c.workspace_id = b.workspace_id AND c.bucket_id = b.bucket_id AND c.kind = 'cors'
    WHERE b.name = $1 AND b.backend = 'embedded' AND b.deleted_at IS NULL AND ($2::bigint IS NULL OR b.workspace_id = $2)
      AND ($3::text IS NULL OR b.workspace_id = (SELECT k.workspace_id FROM access_key k WHERE k.access_key_id = $3))
    ORDER BY b.created_at, b.bucket_id LIMIT 1`,
);

/**
 * The CORS rules for requests to a bucket.
 * @param by the access key of the request. Undefined for a preflight, which has none
 * @returns the stored document; undefined if there are no rules
 */
export async function readCorsRules(
  sql: Sql,
  bucketName: string,
  by: { readonly workspaceId: bigint | undefined; readonly accessKeyId: string | undefined },
): Promise<unknown> {
  const signer = by.accessKeyId === undefined ? undefined : urlSignerOf(by.accessKeyId);
  const workspaceId = signer?.workspaceId ?? by.workspaceId ?? null;
  const accessKeyId = signer === undefined ? (by.accessKeyId ?? null) : null;
  const [row] = await sql.query(corsOf, [bucketName, workspaceId, accessKeyId]);
  return row?.document;
}

const putLock = statement(
  "bucket_lock_put",
  `UPDATE bucket SET bucket_lock_enabled = true, retention_mode = $3::retention_mode, retention_days = $4::int, retention_years = $5::int, updated_at = now()
    WHERE workspace_id = $1::bigint AND bucket_id = $2 AND (bucket_lock_enabled OR versioning = 'Enabled') RETURNING 1`,
);

/** The retention of objects that are written without one. */
export interface DefaultRetention {
  readonly mode: Retention["mode"];
  readonly days: number | null;
  readonly years: number | null;
}

/**
 * Turns object lock on and sets the default retention.
 * @returns false for a bucket without object lock whose versioning is not enabled
 */
export async function putLockConfiguration(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  retention: DefaultRetention | null,
): Promise<boolean> {
  const { mode = null, days = null, years = null } = retention ?? {};
  return (await sql.query(putLock, [workspaceId, bucketId, mode, days, years])).length > 0;
}
