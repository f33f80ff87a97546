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
type Written =
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
const put = statement(
  "object_put",
  `WITH put AS (
     INSERT INTO object AS o (workspace_id, bucket_id, key, size, etag, content_type, headers, metadata, checksum, file_ids, file_sizes, upload_id,
                              lock_mode, retained_until, modified_at, version_id, tags, legal_hold, encryption, part_checksums)
     SELECT b.workspace_id, b.bucket_id, $3, $4::bigint, $6, $7, $8::jsonb, $9::jsonb, $10::jsonb, $11::text[], $12::bigint[], $13,
            coalesce($14::retention_mode, CASE WHEN b.backend = 'embedded' THEN b.retention_mode END),
            coalesce($15::timestamptz, CASE WHEN b.retention_mode IS NOT NULL AND b.backend = 'embedded' THEN
              now() + make_interval(years => coalesce(b.retention_years, 0), days => coalesce(b.retention_days, 0)) END),
            clock_timestamp(), CASE WHEN b.versioning = 'Enabled' THEN $17::text END, $18::jsonb, $19::boolean, $20::jsonb, $21::text[]
       FROM bucket b WHERE b.workspace_id = $1::bigint AND b.bucket_id = $2 AND current_setting('fulmar.workspace_id', true) = $1::text
         ON CONFLICT (workspace_id, bucket_id, key) DO UPDATE
        SET size = excluded.size, etag = excluded.etag, content_type = excluded.content_type, headers = excluded.headers, metadata = excluded.metadata,
            checksum = excluded.checksum, file_ids = excluded.file_ids, file_sizes = excluded.file_sizes, upload_id = excluded.upload_id,
            lock_mode = excluded.lock_mode, retained_until = excluded.retained_until, modified_at = excluded.modified_at,
            version_id = excluded.version_id, tags = excluded.tags, legal_hold = excluded.legal_hold,
            encryption = excluded.encryption, part_checksums = excluded.part_checksums
      WHERE NOT $16::boolean AND (coalesce(excluded.version_id, o.version_id) IS NOT NULL OR NOT ${retainedUnless("o", "$5")})
     RETURNING old.key IS NULL AS made, old.key IS NOT NULL AND coalesce(new.version_id, old.version_id) IS NOT NULL AS archives,
               coalesce(old.size, 0) AS old_size, old.file_ids AS old_files, o.modified_at, o.version_id,
               old.key, old.etag, old.content_type, old.headers, old.metadata, old.tags, old.checksum, old.file_sizes, old.upload_id, old.lock_mode,
               old.retained_until, old.legal_hold, old.modified_at AS old_modified_at, old.version_id AS old_version_id,
               old.encryption, old.part_checksums
   ), archived AS (
     INSERT INTO object_version (workspace_id, bucket_id, key, version_id, size, etag, content_type, headers, metadata, tags, checksum, file_ids, file_sizes,
                                 upload_id, lock_mode, retained_until, legal_hold, encryption, part_checksums, modified_at)
     SELECT $1::bigint, $2, key, old_version_id, old_size, etag, content_type, headers, metadata, tags, checksum, old_files, file_sizes,
            upload_id, lock_mode, retained_until, legal_hold, encryption, part_checksums, old_modified_at FROM put WHERE archives
   ), former AS (
     DELETE FROM object_version v USING put p, bucket b
      WHERE b.workspace_id = $1::bigint AND b.bucket_id = $2 AND b.versioning = 'Suspended' AND p.version_id IS NULL
        AND v.workspace_id = $1::bigint AND v.bucket_id = $2 AND v.key = $3 AND v.version_id IS NULL
     RETURNING v.size, v.is_marker, v.file_ids
   ), kept AS (
     INSERT INTO object_file (workspace_id, file_id, md5) SELECT $1::bigint, f.file_id, f.md5 FROM put, unnest($11::text[], $22::text[]) AS f (file_id, md5)
         ON CONFLICT (file_id) DO UPDATE SET freed_at = NULL
   ), freed AS (
     ${freeFiles("SELECT unnest(old_files) FROM put WHERE NOT archives UNION ALL SELECT unnest(file_ids) FROM former")}
   ), ${countObjects(
     "put",
     "(SELECT count(*) FROM put WHERE made OR archives) - (SELECT count(*) FROM former WHERE NOT is_marker)",
     "(SELECT $4::bigint - CASE WHEN archives THEN 0 ELSE old_size END FROM put) - (SELECT coalesce(sum(size), 0) FROM former)::bigint",
   )}
   SELECT modified_at, version_id FROM put`,
);

const lockEtag = statement(
  "object_row_lock",
  "SELECT etag FROM object WHERE workspace_id = $1::bigint AND bucket_id = $2 AND key = $3 FOR UPDATE",
);

const why = statement(
  "object_put_refused",
  "SELECT 1 FROM bucket b WHERE b.workspace_id = $1::bigint AND b.bucket_id = $2",
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
  return outcomeOf(sql, bucket, object, await sql.query(put, valuesOf(bucket, object)));
}

/**
 * The query that writes an object whose condition names no ETag, to be sent with BEGIN. Outside of a transaction of the
 * workspace it does nothing.
 */
export function writeQuery(bucket: BucketPlace, object: NewObject): Query<"object_put"> {
  return queryOf(put, valuesOf(bucket, object));
}

/** What became of an object, by the rows of its query. */
export async function outcomeOf(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  { condition }: Pick<NewObject, "condition">,
  [row]: readonly RowOf<typeof put>[],
): Promise<Written> {
  if (row !== undefined) return { outcome: "written", modifiedAt: row.modified_at, versionId: row.version_id };
  const [refused] = await sql.query(why, [workspaceId, bucketId]);
  if (refused === undefined) return { outcome: "no_bucket" };
  return { outcome: condition === "absent" ? "exists" : "retained" };
}

function valuesOf({ workspaceId, bucketId }: BucketPlace, object: NewObject): ValuesOf<typeof put> {
  const { contentType, headers, metadata, checksum, parts, retention, encryption, partChecksums } = object;
  return [
    workspaceId,
    bucketId,
    object.key,
    object.size,
    object.bypassGovernance,
    object.etag,
    contentType,
    JSON.stringify(headers),
    JSON.stringify(metadata),
    checksum === null ? null : JSON.stringify(checksum),
    parts.map(({ fileId }) => fileId),
    parts.map((part) => part.size),
    object.uploadId,
    retention?.mode ?? null,
    retention?.until ?? null,
    object.condition === "absent",
    newId("ver"),
    JSON.stringify(object.tags),
    object.legalHold,
    encryption === null ? null : JSON.stringify(encryption),
    partChecksums === null ? null : [...partChecksums],
    parts.map(({ md5 }) => md5 ?? null),
  ];
}
