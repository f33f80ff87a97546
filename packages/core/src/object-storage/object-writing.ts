import { type Query, queryOf, type RowOf, type Sql, statement, type ValuesOf } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";
import type { BucketPlace, Retention, TakenObject } from "./object-record.ts";
import { countObjects, freeFiles, retainedUnless } from "./object-removal.ts";

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
/** What became of an object that was to be written. */
export type Written =
  | {
      readonly outcome: "written";
      readonly modifiedAt: Date;
      /** Null is the version "null", also in a bucket without versions. */
      readonly versionId: string | null;
    }
  | { readonly outcome: Unwritten };

// The old row is the one that the conflict found, not the one of the statement's snapshot. Two writers of a key thus
// count it once, and each frees the files that it replaces. With a version id on either side the old object is kept as
// an earlier version, also where it is retained. While versioning is suspended, the new object replaces the earlier
// version "null" (AWS: Adding objects to versioning-suspended buckets). What a move writes has the retention that it had.
// Rows are locked in the order of their keys, so that two statements never wait for each other.
const put = statement(
  "object_put",
  `WITH given AS (
     SELECT * FROM jsonb_to_recordset($3::jsonb) AS g (key text, size bigint, etag text, content_type text, headers jsonb, metadata jsonb, checksum jsonb,
       file_ids text[], file_sizes bigint[], file_md5s text[], upload_id text, lock_mode retention_mode, retained_until timestamptz, version_id text,
       tags jsonb, legal_hold boolean, encryption jsonb, part_checksums text[])
   ), put AS (
     INSERT INTO object AS o (workspace_id, bucket_id, key, size, etag, content_type, headers, metadata, checksum, file_ids, file_sizes, upload_id,
                              lock_mode, retained_until, modified_at, version_id, tags, legal_hold, encryption, part_checksums)
     SELECT b.workspace_id, b.bucket_id, g.key, g.size, g.etag, g.content_type, g.headers, g.metadata, g.checksum, g.file_ids, g.file_sizes, g.upload_id,
            coalesce(g.lock_mode, CASE WHEN b.backend = 'embedded' THEN b.retention_mode END),
            coalesce(g.retained_until, CASE WHEN b.retention_mode IS NOT NULL AND b.backend = 'embedded' THEN
              now() + make_interval(years => coalesce(b.retention_years, 0), days => coalesce(b.retention_days, 0)) END),
            clock_timestamp(), CASE WHEN b.versioning = 'Enabled' THEN g.version_id END, g.tags, g.legal_hold, g.encryption, g.part_checksums
       FROM bucket b, given g WHERE b.workspace_id = $1::bigint AND b.bucket_id = $2 AND b.deleted_at IS NULL AND current_setting('fulmar.workspace_id', true) = $1::text
      ORDER BY g.key COLLATE "C"
         ON CONFLICT (workspace_id, bucket_id, key) DO UPDATE
        SET size = excluded.size, etag = excluded.etag, content_type = excluded.content_type, headers = excluded.headers, metadata = excluded.metadata,
            checksum = excluded.checksum, file_ids = excluded.file_ids, file_sizes = excluded.file_sizes, upload_id = excluded.upload_id,
            lock_mode = excluded.lock_mode, retained_until = excluded.retained_until, modified_at = excluded.modified_at,
            version_id = excluded.version_id, tags = excluded.tags, legal_hold = excluded.legal_hold,
            encryption = excluded.encryption, part_checksums = excluded.part_checksums
      WHERE NOT $5::boolean AND (coalesce(excluded.version_id, o.version_id) IS NOT NULL OR NOT ${retainedUnless("o", "$4")})
     RETURNING o.key, o.size, o.modified_at, o.version_id,
               old.key IS NULL AS made, old.key IS NOT NULL AND coalesce(new.version_id, old.version_id) IS NOT NULL AS archives,
               coalesce(old.size, 0) AS old_size, old.file_ids AS old_files,
               old.etag, old.content_type, old.headers, old.metadata, old.tags, old.checksum, old.file_sizes, old.upload_id, old.lock_mode,
               old.retained_until, old.legal_hold, old.modified_at AS old_modified_at, old.version_id AS old_version_id,
               old.encryption, old.part_checksums
   ), archived AS (
     INSERT INTO object_version (workspace_id, bucket_id, key, version_id, size, etag, content_type, headers, metadata, tags, checksum, file_ids, file_sizes,
                                 upload_id, lock_mode, retained_until, legal_hold, encryption, part_checksums, modified_at)
     SELECT $1::bigint, $2, key, old_version_id, old_size, etag, content_type, headers, metadata, tags, checksum, old_files, file_sizes,
            upload_id, lock_mode, retained_until, legal_hold, encryption, part_checksums, old_modified_at FROM put WHERE archives
   ), former AS (
     DELETE FROM object_version v USING put p
      WHERE (SELECT b.versioning = 'Suspended' FROM bucket b WHERE b.workspace_id = $1::bigint AND b.bucket_id = $2) AND p.version_id IS NULL
        AND v.workspace_id = $1::bigint AND v.bucket_id = $2 AND v.key = p.key AND v.version_id IS NULL
     RETURNING v.size, v.is_marker, v.file_ids
   ), kept AS (
     INSERT INTO object_file (workspace_id, file_id, md5)
     SELECT $1::bigint, f.file_id, f.md5 FROM put p JOIN given g ON g.key = p.key, unnest(g.file_ids, g.file_md5s) AS f (file_id, md5)
         ON CONFLICT (file_id) DO UPDATE SET freed_at = NULL
   ), freed AS (
     ${freeFiles("SELECT unnest(old_files) FROM put WHERE NOT archives UNION ALL SELECT unnest(file_ids) FROM former")}
   ), ${countObjects(
     "put",
     "(SELECT count(*) FROM put WHERE made OR archives) - (SELECT count(*) FROM former WHERE NOT is_marker)",
     "((SELECT coalesce(sum(size - CASE WHEN archives THEN 0 ELSE old_size END), 0) FROM put) - (SELECT coalesce(sum(size), 0) FROM former))::bigint",
   )}
   SELECT key, modified_at, version_id FROM put`,
);

const lockEtag = statement(
  "object_row_lock",
  "SELECT etag FROM object WHERE workspace_id = $1::bigint AND bucket_id = $2 AND key = $3 FOR UPDATE",
);

const why = statement(
  "object_put_refused",
  "SELECT 1 FROM bucket b WHERE b.workspace_id = $1::bigint AND b.bucket_id = $2 AND b.deleted_at IS NULL",
);

/** Writes the row of an object and updates its bucket's counts, in a transaction of the workspace. */
export async function writeObject(sql: Sql, bucket: BucketPlace, object: NewObject): Promise<Written> {
  const { key, condition } = object;
  if (condition !== null && condition !== "absent") {
    // Locked until the transaction ends, so that the object is neither replaced nor deleted in between.
    const [locked] = await sql.query(lockEtag, [bucket.workspaceId, bucket.bucketId, key]);
    if ("otherThan" in condition) {
      if (locked?.etag === condition.otherThan) return { outcome: "exists" };
    } else {
      if (locked === undefined) return { outcome: "absent" };
      if (condition.etag !== "*" && condition.etag !== locked.etag) return { outcome: "changed" };
    }
  }
  const [row] = await sql.query(put, valuesOf(bucket, [object], object));
  return outcomeOf(sql, bucket, object, row);
}

/** What the objects of one query have in common. */
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

/** What became of an object, by its row of the query. */
export async function outcomeOf(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  { condition }: Pick<NewObject, "condition">,
  row: RowOf<typeof put> | undefined,
): Promise<Written> {
  if (row !== undefined) return { outcome: "written", modifiedAt: row.modified_at, versionId: row.version_id };
  const [refused] = await sql.query(why, [workspaceId, bucketId]);
  if (refused === undefined) return { outcome: "no_bucket" };
  return { outcome: condition === "absent" ? "exists" : "retained" };
}

function valuesOf(
  { workspaceId, bucketId }: BucketPlace,
  objects: readonly NewObject[],
  { condition, bypassGovernance }: Pick<NewObject, "condition" | "bypassGovernance">,
): ValuesOf<typeof put> {
  return [workspaceId, bucketId, JSON.stringify(objects.map(given)), bypassGovernance, condition === "absent"];
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
