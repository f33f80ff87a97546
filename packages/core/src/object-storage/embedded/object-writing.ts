import { type Query, queryOf, type RowOf, type Sql, statement, type ValuesOf } from "@fulmar/prisma";
import { newId } from "../../request/identifiers.ts";
import type { BucketPlace, Retention, TakenObject } from "./object-record.ts";
import { countObjects, descriptionBytes, freeFiles, retainedUnless } from "./object-removal.ts";

/** The precondition of a write: no object, an object with this ETag, or with `*` any object, or none with this ETag. */
export type WriteCondition = "absent" | { readonly etag: string } | { readonly otherThan: string };

/** An object to write under a key, replacing any present one. Its bytes are on the disk already. */
export interface NewObject extends TakenObject {
  /** Null applies the bucket's default retention, if there is one. */
  readonly retention: Retention | null;
  readonly legalHold: boolean;
  /** Null writes unconditionally. */
  readonly condition: WriteCondition | null;
  /** Also replaces objects that are only retained by GOVERNANCE. */
  readonly bypassGovernance: boolean;
}

/** Why nothing was written: the bucket was deleted, the condition was not met, or the present object is retained. */
export type Unwritten = "no_bucket" | "exists" | "absent" | "changed" | "retained";
/** The outcome of writing an object. */
export type Written =
  | {
      readonly outcome: "written";
      readonly modifiedAt: Date;
      /** Null is the version "null", also in a bucket without versions. */
      readonly versionId: string | null;
    }
  | { readonly outcome: Unwritten };

/** SQL: how much more of a column there is. */
const added = (column: string) =>
  `((SELECT coalesce(sum(${column}), 0) FROM put)
     - (SELECT coalesce(sum(${column}), 0) FROM replaced WHERE NOT archives)
     - (SELECT coalesce(sum(${column}), 0) FROM former))::bigint`;

// The old row is locked before anything is written, so it is the newest one and not that of the statement's snapshot.
// Two writers of a key thus count it once, and each frees the files that it replaces. A row that came since the
// statement began was not locked: it is left alone, and the writer tries again (`raced`). PostgreSQL 18 could tell the
// old row by RETURNING, 17 cannot (docs/adr/0091). With a version id on either side the old object is kept as an
// earlier version, also where it is retained. While versioning is suspended, the new object replaces the earlier
// version "null" (AWS: Adding objects to versioning-suspended buckets). What a move writes has the retention that it
// had. Rows are locked in the order of their keys, so that two statements do not wait for each other. The exception is
// a row that came since a statement began, beside an older one: then the server ends one of the two, and the store
// sends it again.
const put = statement(
  "object_put",
  `WITH given AS (
     SELECT * FROM jsonb_to_recordset($objects::jsonb) AS g (
       key text, size bigint, etag text, content_type text, headers jsonb, metadata jsonb, checksum jsonb,
       file_ids text[], file_sizes bigint[], file_md5s text[], upload_id text, lock_mode retention_mode,
       retained_until timestamptz, version_id text, tags jsonb, legal_hold boolean, encryption jsonb,
       part_checksums text[])
   ), held AS (
     SELECT o.* FROM object o
      WHERE o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id
        AND o.key = ANY (ARRAY(SELECT g.key FROM given g)) AND NOT $if_absent::boolean
      ORDER BY o.key FOR UPDATE
   ), put AS (
     INSERT INTO object AS o (workspace_id, bucket_id, key, size, etag, content_type, headers, metadata, checksum,
                              file_ids, file_sizes, upload_id,
                              lock_mode, retained_until, modified_at, version_id, tags, legal_hold, encryption,
                              part_checksums, metadata_size)
     SELECT b.workspace_id, b.bucket_id, g.key, g.size, g.etag, g.content_type, g.headers, g.metadata, g.checksum,
            g.file_ids, g.file_sizes, g.upload_id,
            coalesce(g.lock_mode, CASE WHEN b.backend = 'embedded' THEN b.retention_mode END),
            coalesce(g.retained_until, CASE WHEN b.retention_mode IS NOT NULL AND b.backend = 'embedded' THEN
              now() + make_interval(years => coalesce(b.retention_years, 0),
                                    days => coalesce(b.retention_days, 0)) END),
            clock_timestamp(), CASE WHEN b.versioning = 'Enabled' THEN g.version_id END, g.tags, g.legal_hold,
            g.encryption, g.part_checksums,
            ${descriptionBytes("g")}
       FROM bucket b CROSS JOIN given g LEFT JOIN held h ON h.key = g.key
      WHERE b.workspace_id = $workspace_id::bigint AND b.bucket_id = $bucket_id AND b.deleted_at IS NULL
        AND current_setting('fulmar.workspace_id', true) = $workspace_id::text
      ORDER BY g.key COLLATE "C"
         ON CONFLICT (workspace_id, bucket_id, key) DO UPDATE
        SET size = excluded.size, etag = excluded.etag, content_type = excluded.content_type,
            headers = excluded.headers, metadata = excluded.metadata,
            checksum = excluded.checksum, file_ids = excluded.file_ids, file_sizes = excluded.file_sizes,
            upload_id = excluded.upload_id,
            lock_mode = excluded.lock_mode, retained_until = excluded.retained_until,
            modified_at = excluded.modified_at,
            version_id = excluded.version_id, tags = excluded.tags, legal_hold = excluded.legal_hold,
            encryption = excluded.encryption, part_checksums = excluded.part_checksums,
            metadata_size = excluded.metadata_size
      WHERE EXISTS (SELECT FROM held h WHERE h.key = o.key)
        AND (coalesce(excluded.version_id, o.version_id) IS NOT NULL
             OR NOT ${retainedUnless("o", "$bypass_governance")})
     RETURNING o.key, o.size, o.metadata_size, o.modified_at, o.version_id
   ), replaced AS (
     SELECT h.*, coalesce(p.version_id, h.version_id) IS NOT NULL AS archives FROM put p JOIN held h ON h.key = p.key
   ), archived AS (
     INSERT INTO object_version (workspace_id, bucket_id, key, version_id, size, etag, content_type, headers, metadata,
                                 tags, checksum, file_ids, file_sizes,
                                 upload_id, lock_mode, retained_until, legal_hold, encryption, part_checksums,
                                 modified_at, metadata_size)
     SELECT workspace_id, bucket_id, key, version_id, size, etag, content_type, headers, metadata, tags, checksum,
            file_ids, file_sizes,
            upload_id, lock_mode, retained_until, legal_hold, encryption, part_checksums, modified_at, metadata_size
            FROM replaced WHERE archives
   ), former AS (
     DELETE FROM object_version v USING put p
      WHERE (SELECT b.versioning = 'Suspended' FROM bucket b
              WHERE b.workspace_id = $workspace_id::bigint AND b.bucket_id = $bucket_id)
        AND p.version_id IS NULL AND v.workspace_id = $workspace_id::bigint AND v.bucket_id = $bucket_id
        AND v.key = p.key AND v.version_id IS NULL
     RETURNING v.size, v.metadata_size, v.is_marker, v.file_ids
   ), kept AS (
     INSERT INTO object_file (workspace_id, file_id, md5)
     SELECT $workspace_id::bigint, f.file_id, f.md5
       FROM put p JOIN given g ON g.key = p.key, unnest(g.file_ids, g.file_md5s) AS f (file_id, md5)
         ON CONFLICT (file_id) DO UPDATE SET freed_at = NULL
   ), freed AS (
     ${freeFiles(`SELECT unnest(file_ids) FROM replaced WHERE NOT archives UNION ALL SELECT unnest(file_ids) FROM former`)}
   ), ${countObjects("put", {
     objects:
       "(SELECT count(*) FROM put) - (SELECT count(*) FROM replaced WHERE NOT archives) - (SELECT count(*) FROM former WHERE NOT is_marker)",
     bytes: added("size"),
     metadata: added("metadata_size"),
   })}
   SELECT key, modified_at, version_id FROM put`,
);

const lockEtag = statement(
  "object_row_lock",
  `SELECT etag FROM object WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND key = $key
    FOR UPDATE`,
);

const why = statement(
  "object_put_refused",
  `SELECT EXISTS (SELECT FROM object o
                   WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id AND o.key = $key
              AND o.version_id IS NULL AND b.versioning IS DISTINCT FROM 'Enabled'
              AND ${retainedUnless("o", "$bypass_governance")}) AS retained
     FROM bucket b WHERE b.workspace_id = $workspace_id::bigint AND b.bucket_id = $bucket_id AND b.deleted_at IS NULL`,
);

/** Writes the row of an object and updates its bucket's counts, in a transaction of the workspace. */
export async function writeObject(sql: Sql, bucket: BucketPlace, object: NewObject): Promise<Written> {
  const { key, condition } = object;
  if (condition !== null && condition !== "absent") {
    // Locked until the transaction ends, so that the object is neither replaced nor deleted in between.
    const locked = await sql.maybe(lockEtag, { workspace_id: bucket.workspaceId, bucket_id: bucket.bucketId, key });
    if ("otherThan" in condition) {
      if (locked?.etag === condition.otherThan) return { outcome: "exists" };
    } else {
      if (locked === undefined) return { outcome: "absent" };
      if (condition.etag !== "*" && condition.etag !== locked.etag) return { outcome: "changed" };
    }
  }
  for (;;) {
    const row = await sql.maybe(put, valuesOf(bucket, [object], object));
    const written = await outcomeOf(sql, bucket, object, row);
    if (written !== "raced") return written;
  }
}

/** The conditions that the objects of one query have in common. */
export interface WriteRule {
  /** `otherThan` and ETags need a transaction (`writeObject`). */
  readonly condition: "absent" | null;
  readonly bypassGovernance: boolean;
}

/**
 * The query that writes objects of one bucket with different keys. Outside of a transaction of the workspace it does
 * nothing. Its rows are those of the objects that were written.
 */
export function writeQuery(bucket: BucketPlace, objects: readonly NewObject[], rule: WriteRule): Query<"object_put"> {
  return queryOf(put, valuesOf(bucket, objects, rule));
}

/**
 * The outcome of writing an object, by its row of the query. `raced`: another writer has just made the object, and
 * this one must be written again.
 */
export async function outcomeOf(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  { key, condition, bypassGovernance }: Pick<NewObject, "key" | "condition" | "bypassGovernance">,
  row: RowOf<typeof put> | undefined,
): Promise<Written | "raced"> {
  if (row !== undefined) return { outcome: "written", modifiedAt: row.modified_at, versionId: row.version_id };
  const refused = await sql.maybe(why, {
    workspace_id: workspaceId,
    bucket_id: bucketId,
    key,
    bypass_governance: bypassGovernance,
  });
  if (refused === undefined) return { outcome: "no_bucket" };
  if (condition === "absent") return { outcome: "exists" };
  return refused.retained ? { outcome: "retained" } : "raced";
}

function valuesOf(
  { workspaceId, bucketId }: BucketPlace,
  objects: readonly NewObject[],
  { condition, bypassGovernance }: Pick<NewObject, "condition" | "bypassGovernance">,
): ValuesOf<typeof put> {
  return {
    workspace_id: workspaceId,
    bucket_id: bucketId,
    objects: JSON.stringify(objects.map(given)),
    bypass_governance: bypassGovernance,
    if_absent: condition === "absent",
  };
}

/** An object as the query reads it. */
function given(object: NewObject) {
  const { parts, retention } = object;
  return {
    key: object.key,
    size: object.size,
    etag: object.etag,
    content_type: object.contentType,
    headers: object.headers,
    metadata: object.metadata,
    checksum: object.checksum,
    file_ids: parts.map(({ fileId }) => fileId),
    file_sizes: parts.map(({ size }) => size),
    file_md5s: parts.map(({ md5 }) => md5 ?? null),
    upload_id: object.uploadId,
    lock_mode: retention?.mode ?? null,
    retained_until: retention?.until ?? null,
    version_id: newId("ver"),
    tags: object.tags,
    legal_hold: object.legalHold,
    encryption: object.encryption,
    part_checksums: object.partChecksums,
  };
}
