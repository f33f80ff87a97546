import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { keysWithPrefix } from "./object-list.ts";
import type { BucketPlace } from "./object-record.ts";

/** What a lifecycle rule applies to. */
export interface ExpiryFilter {
  readonly prefix: string;
  readonly tags: Readonly<Record<string, string>>;
  /** In bytes. */
  readonly largerThan: number | null;
  /** In bytes. */
  readonly smallerThan: number | null;
}

const due = statement(
  "lifecycle_due",
  `SELECT c.workspace_id, w.organization_id, c.bucket_id, b.versioning::text, c.document FROM bucket_configuration c
     JOIN workspace w ON w.workspace_id = c.workspace_id
     JOIN bucket b ON b.workspace_id = c.workspace_id AND b.bucket_id = c.bucket_id AND b.backend = 'embedded' AND b.deleted_at IS NULL AND b.moving IS DISTINCT FROM 'frozen'
    WHERE c.kind = 'lifecycle' AND (c.applied_at IS NULL OR c.applied_at < c.changed_at OR c.applied_at < date_trunc('day', now(), 'UTC'))
      AND (c.workspace_id, c.bucket_id) > ($1::bigint, $2::text)
    ORDER BY c.workspace_id, c.bucket_id LIMIT $3::int`,
);

/** A bucket whose rules have not been applied since midnight (UTC) or since they were changed. */
export type DueBucket = RowOf<typeof due>;

/** In order, at most `limit`, behind `after`. */
export function bucketsDue(sql: Sql, after: BucketPlace, limit: number): Promise<DueBucket[]> {
  return sql.query(due, [after.workspaceId, after.bucketId, limit]);
}

const applied = statement(
  "lifecycle_applied",
  "UPDATE bucket_configuration SET applied_at = $3::timestamptz WHERE workspace_id = $1::bigint AND bucket_id = $2 AND kind = 'lifecycle'",
);

/** Records that the rules were applied, within a transaction of the workspace. @param since when that began */
export async function recordApplied(sql: Sql, { workspaceId, bucketId }: BucketPlace, since: Date): Promise<void> {
  await sql.query(applied, [workspaceId, bucketId, since]);
}

const FILTER = `o.workspace_id = $1::bigint AND o.bucket_id = $2 AND o.key >= $3::text COLLATE "C" AND o.key < $4::text COLLATE "C"
      AND o.tags @> $5::jsonb AND ($6::bigint IS NULL OR o.size > $6) AND ($7::bigint IS NULL OR o.size < $7)`;

const expired = statement(
  "lifecycle_expired",
  `SELECT o.key, o.etag, o.size, floor(extract(epoch FROM o.modified_at))::bigint AS modified_at FROM object o
    WHERE ${FILTER} AND o.key > $8::text COLLATE "C" AND o.modified_at <= $9::timestamptz ORDER BY o.key LIMIT $10::int`,
);

/** A present object that has expired. */
export type ExpiredObject = RowOf<typeof expired>;

/** Objects written at or before a time, by key, behind `after`, at most `limit`. */
export function expiredObjects(
  sql: Sql,
  bucket: BucketPlace,
  filter: ExpiryFilter,
  { before, after, limit }: { readonly before: Date; readonly after: string; readonly limit: number },
): Promise<ExpiredObject[]> {
  return sql.query(expired, [...valuesOf(bucket, filter), after, before, limit]);
}

// The newest version of a key is its present object, or the marker that hides it: neither is an earlier version.
const expiredEarlier = statement(
  "lifecycle_expired_earlier",
  `SELECT o.key, o.number, o.version_id FROM object_version o
    WHERE ${FILTER} AND (o.key, o.number) > ($8::text COLLATE "C", $9::bigint) AND o.noncurrent_at <= $10::timestamptz
      AND (SELECT count(*) FROM (SELECT FROM object_version n
            WHERE n.workspace_id = o.workspace_id AND n.bucket_id = o.bucket_id AND n.key = o.key AND n.number > o.number LIMIT $11::int + 1) AS newer)
          >= $11::int + CASE WHEN EXISTS (SELECT FROM object p WHERE p.workspace_id = o.workspace_id AND p.bucket_id = o.bucket_id AND p.key = o.key) THEN 0 ELSE 1 END
    ORDER BY o.key, o.number LIMIT $12::int`,
);

/** An earlier version that has expired. */
export type ExpiredVersion = RowOf<typeof expiredEarlier>;

/**
 * Versions that were replaced at or before a time, but for the newest `keep` of each key, by key and age, behind `after`,
 * at most `limit`.
 */
export function expiredVersions(
  sql: Sql,
  bucket: BucketPlace,
  filter: ExpiryFilter,
  page: {
    readonly before: Date;
    readonly keep: number;
    readonly after: { readonly key: string; readonly number: bigint };
    readonly limit: number;
  },
): Promise<ExpiredVersion[]> {
  const { before, keep, after, limit } = page;
  return sql.query(expiredEarlier, [...valuesOf(bucket, filter), after.key, after.number, before, keep, limit]);
}

const lonelyMarkers = statement(
  "lifecycle_lonely_markers",
  `SELECT o.key, o.version_id FROM object_version o
    WHERE o.workspace_id = $1::bigint AND o.bucket_id = $2 AND o.key >= $3::text COLLATE "C" AND o.key < $4::text COLLATE "C" AND o.key > $5::text COLLATE "C"
      AND o.is_marker
      AND NOT EXISTS (SELECT FROM object p WHERE p.workspace_id = o.workspace_id AND p.bucket_id = o.bucket_id AND p.key = o.key)
      AND NOT EXISTS (SELECT FROM object_version n
            WHERE n.workspace_id = o.workspace_id AND n.bucket_id = o.bucket_id AND n.key = o.key AND n.number <> o.number)
    ORDER BY o.key LIMIT $6::int`,
);

/** Delete markers of keys that have no version any more, by key, behind `after`, at most `limit`. */
export function markersWithoutVersions(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  prefix: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<RowOf<typeof lonelyMarkers>[]> {
  const { from, before } = keysWithPrefix(prefix);
  return sql.query(lonelyMarkers, [workspaceId, bucketId, from, before, after, limit]);
}

const abortBefore = statement(
  "lifecycle_abort_uploads",
  `DELETE FROM multipart_upload u WHERE u.workspace_id = $1::bigint AND u.bucket_id = $2
      AND u.key >= $3::text COLLATE "C" AND u.key < $4::text COLLATE "C" AND u.created_at <= $5::timestamptz RETURNING u.upload_id`,
);

/** Aborts uploads begun at or before a time, within a transaction of the workspace. @returns how many */
export async function abortUploadsBefore(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  prefix: string,
  time: Date,
): Promise<number> {
  const { from, before } = keysWithPrefix(prefix);
  return (await sql.query(abortBefore, [workspaceId, bucketId, from, before, time])).length;
}

function valuesOf({ workspaceId, bucketId }: BucketPlace, { prefix, tags, largerThan, smallerThan }: ExpiryFilter) {
  const { from, before } = keysWithPrefix(prefix);
  return [workspaceId, bucketId, from, before, JSON.stringify(tags), largerThan, smallerThan] as const;
}
