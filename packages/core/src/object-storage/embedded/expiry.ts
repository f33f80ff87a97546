import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { keysWithPrefix } from "./object-list.ts";
import type { BucketPlace } from "./object-record.ts";

/** The objects that a lifecycle rule applies to. */
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
     JOIN bucket b ON b.workspace_id = c.workspace_id AND b.bucket_id = c.bucket_id AND b.backend = 'embedded'
      AND b.deleted_at IS NULL AND b.moving IS DISTINCT FROM 'frozen'
    WHERE c.kind = 'lifecycle' AND (c.applied_at IS NULL OR c.applied_at < c.changed_at
                                    OR c.applied_at < date_trunc('day', now(), 'UTC'))
      AND (c.workspace_id, c.bucket_id) > ($workspace_id::bigint, $bucket_id::text)
    ORDER BY c.workspace_id, c.bucket_id LIMIT $limit::int`,
);

/** A bucket whose rules have not been applied since midnight (UTC) or since they were changed. */
export type DueBucket = RowOf<typeof due>;

/** In order, at most `limit`, behind `after`. */
export function bucketsDue(sql: Sql, after: BucketPlace, limit: number): Promise<DueBucket[]> {
  return sql.query(due, { workspace_id: after.workspaceId, bucket_id: after.bucketId, limit });
}

const applied = statement(
  "lifecycle_applied",
  `UPDATE bucket_configuration SET applied_at = $applied_at::timestamptz
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND kind = 'lifecycle'`,
);

/** Records that the rules were applied, within a transaction of the workspace. @param since when that began */
export async function recordApplied(sql: Sql, { workspaceId, bucketId }: BucketPlace, since: Date): Promise<void> {
  await sql.query(applied, { workspace_id: workspaceId, bucket_id: bucketId, applied_at: since });
}

/** SQL: whether a rule applies to a row `o`. `filterValues` gives its values. */
const FILTER = `o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id
      AND o.key >= $from::text COLLATE "C" AND o.key < $before::text COLLATE "C" AND o.tags @> $tags::jsonb
      AND ($larger_than::bigint IS NULL OR o.size > $larger_than)
      AND ($smaller_than::bigint IS NULL OR o.size < $smaller_than)`;

const expired = statement(
  "lifecycle_expired",
  `SELECT o.key, o.etag, o.size, floor(extract(epoch FROM o.modified_at))::bigint AS modified_at FROM object o
    WHERE ${FILTER} AND o.key > $after::text COLLATE "C" AND o.modified_at <= $modified_until::timestamptz
    ORDER BY o.key LIMIT $limit::int`,
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
  return sql.query(expired, { ...filterValues(bucket, filter), after, modified_until: before, limit });
}

// The newest version of a key is its present object, or the marker that hides it: neither is an earlier version.
const expiredEarlier = statement(
  "lifecycle_expired_earlier",
  `SELECT o.key, o.number, o.version_id FROM object_version o
    WHERE ${FILTER} AND (o.key, o.number) > ($after_key::text COLLATE "C", $after_number::bigint)
      AND o.noncurrent_at <= $noncurrent_until::timestamptz
      AND (SELECT count(*) FROM (SELECT FROM object_version n
            WHERE n.workspace_id = o.workspace_id AND n.bucket_id = o.bucket_id AND n.key = o.key
              AND n.number > o.number LIMIT $keep::int + 1) AS newer)
          >= $keep::int + CASE WHEN EXISTS (
              SELECT FROM object p
               WHERE p.workspace_id = o.workspace_id AND p.bucket_id = o.bucket_id AND p.key = o.key)
             THEN 0 ELSE 1 END
    ORDER BY o.key, o.number LIMIT $limit::int`,
);

/** An earlier version that has expired. */
export type ExpiredVersion = RowOf<typeof expiredEarlier>;

/**
 * Versions that were replaced at or before a time, but for the newest `keep` of each key, by key and age, behind
 * `after`, at most `limit`.
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
  return sql.query(expiredEarlier, {
    ...filterValues(bucket, filter),
    after_key: after.key,
    after_number: after.number,
    noncurrent_until: before,
    keep,
    limit,
  });
}

const lonelyMarkers = statement(
  "lifecycle_lonely_markers",
  `SELECT o.key, o.version_id FROM object_version o
    WHERE o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id AND o.key >= $from::text COLLATE "C"
      AND o.key < $before::text COLLATE "C" AND o.key > $after::text COLLATE "C"
      AND o.is_marker
      AND NOT EXISTS (SELECT FROM object p
                       WHERE p.workspace_id = o.workspace_id AND p.bucket_id = o.bucket_id AND p.key = o.key)
      AND NOT EXISTS (SELECT FROM object_version n
            WHERE n.workspace_id = o.workspace_id AND n.bucket_id = o.bucket_id AND n.key = o.key
              AND n.number <> o.number)
    ORDER BY o.key LIMIT $limit::int`,
);

/** Delete markers of keys that have no version any more, by key, behind `after`, at most `limit`. */
export function markersWithoutVersions(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  prefix: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<RowOf<typeof lonelyMarkers>[]> {
  const { from, before } = keysWithPrefix(prefix);
  return sql.query(lonelyMarkers, { workspace_id: workspaceId, bucket_id: bucketId, from, before, after, limit });
}

const abortBefore = statement(
  "lifecycle_abort_uploads",
  `DELETE FROM multipart_upload u WHERE u.workspace_id = $workspace_id::bigint AND u.bucket_id = $bucket_id
      AND u.key >= $from::text COLLATE "C" AND u.key < $before::text COLLATE "C" AND u.created_at <= $time::timestamptz
RETURNING u.upload_id`,
);

/** Aborts uploads begun at or before a time, within a transaction of the workspace. @returns how many */
export async function abortUploadsBefore(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  prefix: string,
  time: Date,
): Promise<number> {
  const { from, before } = keysWithPrefix(prefix);
  return (await sql.query(abortBefore, { workspace_id: workspaceId, bucket_id: bucketId, from, before, time })).length;
}

function filterValues({ workspaceId, bucketId }: BucketPlace, { prefix, tags, largerThan, smallerThan }: ExpiryFilter) {
  return {
    workspace_id: workspaceId,
    bucket_id: bucketId,
    ...keysWithPrefix(prefix),
    tags: JSON.stringify(tags),
    larger_than: largerThan,
    smaller_than: smallerThan,
  };
}
