import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { InWorkspace } from "../../request/context.ts";
import type { BucketPlace, Retention } from "../embedded/object-record.ts";
import { urlSignerOf } from "../signing/object-url.ts";

/** The kinds of configuration that S3 clients and the public API set for a bucket, one document of each. */
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
  `SELECT document FROM bucket_configuration
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND kind = $kind`,
);

const put = statement(
  "bucket_configuration_put",
  `INSERT INTO bucket_configuration AS c (workspace_id, bucket_id, kind, document)
   SELECT b.workspace_id, b.bucket_id, $kind, $document::jsonb FROM bucket b
    WHERE b.workspace_id = $workspace_id::bigint AND b.bucket_id = $bucket_id AND b.deleted_at IS NULL
       ON CONFLICT (workspace_id, bucket_id, kind) DO UPDATE SET document = excluded.document,
          changed_at = excluded.changed_at`,
);

const remove = statement(
  "bucket_configuration_remove",
  `DELETE FROM bucket_configuration
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND kind = $kind`,
);

/** @returns the stored document, to be parsed by its kind; undefined if there is none */
export async function readConfiguration(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  kind: ConfigurationKind,
): Promise<unknown> {
  const row = await sql.maybe(get, { workspace_id: workspaceId, bucket_id: bucketId, kind });
  return row?.document;
}

/** Writes a document, or removes it where it is undefined, within a transaction of the workspace. */
export async function putConfiguration(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  kind: ConfigurationKind,
  document: object | undefined,
): Promise<void> {
  if (document === undefined) await sql.query(remove, { workspace_id: workspaceId, bucket_id: bucketId, kind });
  else
    await sql.query(put, { workspace_id: workspaceId, bucket_id: bucketId, kind, document: JSON.stringify(document) });
}

const getNamed = lookup(
  "bucket_configuration_get_named",
  `SELECT b.bucket_id, b.backend::text, c.document FROM bucket b
     LEFT JOIN bucket_configuration c ON c.workspace_id = b.workspace_id AND c.bucket_id = b.bucket_id
      AND c.kind = $kind
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL`,
);

export type NamedConfiguration = RowOf<typeof getNamed>;

/** Finds a bucket by its name, whatever its backend, and its document, which is null if the store has none. */
export function findNamed(
  { sql, workspace }: InWorkspace,
  bucketName: string,
  kind: ConfigurationKind,
): Promise<NamedConfiguration | undefined> {
  return sql.maybe(getNamed, { workspace_id: workspace.id, name: bucketName, kind });
}

const setOfNamed = statement(
  "bucket_configuration_set_named",
  `WITH b AS (
     SELECT workspace_id, bucket_id, backend FROM bucket
      WHERE workspace_id = $workspace_id::bigint AND name = $name AND deleted_at IS NULL
   ), put AS (
     INSERT INTO bucket_configuration (workspace_id, bucket_id, kind, document)
     SELECT b.workspace_id, b.bucket_id, $kind, $document::jsonb FROM b
      WHERE b.backend = 'embedded' AND $document::jsonb IS NOT NULL
         ON CONFLICT (workspace_id, bucket_id, kind) DO UPDATE SET document = excluded.document,
            changed_at = excluded.changed_at
   ), removed AS (
     DELETE FROM bucket_configuration c USING b
      WHERE b.backend = 'embedded' AND $document::jsonb IS NULL AND c.workspace_id = b.workspace_id AND c.bucket_id = b.bucket_id
        AND c.kind = $kind
   )
   SELECT backend::text FROM b`,
);

export type SetConfiguration = RowOf<typeof setOfNamed>;

/**
 * Finds a bucket by its name, whatever its backend. Of a bucket of the store, it writes the document, or removes it
 * where it is undefined.
 */
export function setNamed(
  { sql, workspace }: InWorkspace,
  bucketName: string,
  kind: ConfigurationKind,
  document: object | undefined,
): Promise<SetConfiguration | undefined> {
  const text = document === undefined ? null : JSON.stringify(document);
  return sql.maybe(setOfNamed, { workspace_id: workspace.id, name: bucketName, kind, document: text });
}

// Among buckets of one name, the oldest that has rules. Rules only say which pages may read an answer: whoever asks is
// authenticated besides.
const corsOf = lookup(
  "bucket_cors_get",
  `SELECT c.document FROM bucket b
     JOIN bucket_configuration c ON c.workspace_id = b.workspace_id AND c.bucket_id = b.bucket_id AND c.kind = 'cors'
    WHERE b.name = $name AND b.backend = 'embedded' AND b.deleted_at IS NULL
      AND ($workspace_id::bigint IS NULL OR b.workspace_id = $workspace_id)
      AND ($access_key_id::text IS NULL
           OR b.workspace_id = (SELECT k.workspace_id FROM access_key k WHERE k.access_key_id = $access_key_id))
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
  const row = await sql.maybe(corsOf, { name: bucketName, workspace_id: workspaceId, access_key_id: accessKeyId });
  return row?.document;
}

const putLock = statement(
  "bucket_lock_put",
  `UPDATE bucket
      SET bucket_lock_enabled = true, retention_mode = $retention_mode::retention_mode,
          retention_days = $retention_days::int, retention_years = $retention_years::int, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id
      AND (bucket_lock_enabled OR versioning = 'Enabled') RETURNING 1`,
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
  return (
    (
      await sql.query(putLock, {
        workspace_id: workspaceId,
        bucket_id: bucketId,
        retention_mode: mode,
        retention_days: days,
        retention_years: years,
      })
    ).length > 0
  );
}
