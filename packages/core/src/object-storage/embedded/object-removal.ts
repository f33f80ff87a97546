import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { BucketPlace } from "./object-record.ts";

/** The condition for deleting an object. A field that is null may be anything. */
export interface RemovalCondition {
  readonly key: string;
  readonly etag: string | null;
  /** In bytes. */
  readonly size: number | null;
  /** In seconds since 1970, as clients are told it. */
  readonly modifiedAt: number | null;
}

interface Removal {
  readonly keys: readonly string[];
  /** Of some of the keys. */
  readonly conditions: readonly RemovalCondition[];
  /** Deletes nothing if one of them is retained. */
  readonly allOrNone: boolean;
  /** Also deletes objects that are only retained by GOVERNANCE. */
  readonly bypassGovernance: boolean;
}

/**
 * SQL that is true if a row of `object` is retained, or under a legal hold, which nothing bypasses. With `bypass`,
 * GOVERNANCE does not count.
 */
export function retainedUnless(object: string, bypass: string): string {
  return `(${object}.legal_hold OR coalesce(${object}.retained_until > now() AND NOT (${object}.lock_mode = 'GOVERNANCE' AND ${bypass}::boolean), false))`;
}

/**
 * The number of rows that a bucket's counts are spread over, so that writers of one bucket rarely wait for each other.
 * The next 16 count uploads that are not completed (prisma/migrations/20270101040000_parts_are_counted).
 */
const USAGE_SLOTS = 16;

/** The slot for the keys of delete markers, which no quota refuses. */
const MARKER_SLOT = 32;

/** SQL: the row of the slot of a connection. */
const OWN_SLOT = `pg_backend_pid() % ${USAGE_SLOTS}`;

/** The changes of a bucket's counts, as SQL. */
interface Counted {
  /** Left out: none. */
  readonly objects?: string;
  /** Left out: none. */
  readonly bytes?: string;
  /** Bytes of what describes objects. */
  readonly metadata: string;
  readonly slot?: string;
}

/**
 * The last query of a WITH, which updates a bucket's counts. A connection adds to the row of its slot and locks it
 * until it commits. Connections of one slot wait for each other. A waiting connection holds no lock that the others
 * need. What a move brings into the store counts once the bucket is there. Its values are `workspace_id` and
 * `bucket_id`.
 * @param changed the query of the WITH that returns the changed rows
 */
export function countObjects(
  changed: string,
  { objects = "0", bytes = "0", metadata, slot = OWN_SLOT }: Counted,
): string {
  return `counted AS (
     INSERT INTO bucket_usage AS u (workspace_id, bucket_id, slot, object_count, total_size, metadata_size, changed_at)
     SELECT $workspace_id::bigint, $bucket_id, ${slot}, ${objects}, ${bytes}, ${metadata}, clock_timestamp()
      WHERE EXISTS (SELECT FROM ${changed})
        AND EXISTS (SELECT FROM bucket c
              WHERE c.workspace_id = $workspace_id::bigint AND c.bucket_id = $bucket_id AND c.backend = 'embedded')
         ON CONFLICT (workspace_id, bucket_id, slot) DO UPDATE
        SET object_count = u.object_count + excluded.object_count, total_size = u.total_size + excluded.total_size,
            metadata_size = u.metadata_size + excluded.metadata_size, changed_at = excluded.changed_at
   )`;
}

/**
 * The same for rows that are gone, of `size` and `metadata_size`.
 * @param objects a condition of those that count as objects
 */
export function uncountObjects(gone: string, which = "true", objects = "true"): string {
  const sum = (column: string) => `-(SELECT coalesce(sum(${column}), 0) FROM ${gone} WHERE ${which})::bigint`;
  return countObjects(gone, {
    objects: `-(SELECT count(*) FROM ${gone} WHERE ${which} AND ${objects})`,
    bytes: sum("size"),
    metadata: sum("metadata_size"),
  });
}

/** The same for delete markers that were made. */
export function countMarkers(made: string): string {
  const metadata = `(SELECT coalesce(sum(metadata_size), 0) FROM ${made})::bigint`;
  return countObjects(made, { metadata, slot: String(MARKER_SLOT) });
}

/** The update of a change that neither creates nor deletes an object. */
export function touchBucket(changed: string): string {
  return countObjects(changed, { metadata: "0" });
}

/** SQL: the bytes of what describes a row. */
export function descriptionBytes(row: string, tags = `${row}.tags`): string {
  return `description_bytes(${row}.key, ${row}.content_type, ${row}.headers, ${row}.metadata, ${tags})`;
}

/**
 * Frees files that no row names any more. Unlike an UPDATE, an INSERT with ON CONFLICT also sees rows that another
 * transaction inserted since the statement began. Its value is `workspace_id`.
 */
export function freeFiles(fileIds: string): string {
  return `INSERT INTO object_file (workspace_id, file_id, freed_at)
     SELECT $workspace_id::bigint, f.file_id, now() FROM (${fileIds}) AS f (file_id)
     ON CONFLICT (file_id) DO UPDATE SET freed_at = excluded.freed_at`;
}

const remove = statement(
  "object_remove",
  `WITH held AS (
     SELECT o.key, o.etag, o.size, o.modified_at, ${retainedUnless("o", "$bypass_governance")} AS retained FROM object o
      WHERE o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id AND o.key = ANY ($keys::text[])
      ORDER BY o.key FOR UPDATE
   ), other AS (
     SELECT DISTINCT h.key FROM held h
       JOIN unnest($condition_keys::text[], $condition_etags::text[], $condition_sizes::bigint[],
                   $condition_times::bigint[]) AS c (key, etag, size, modified_at) ON c.key = h.key
      WHERE c.etag <> h.etag OR c.size <> h.size OR c.modified_at <> floor(extract(epoch FROM h.modified_at))
   ), gone AS (
     DELETE FROM object o USING held h
      WHERE o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id AND o.key = h.key AND NOT h.retained
        AND NOT EXISTS (SELECT FROM other WHERE other.key = h.key)
        AND NOT ($all_or_none::boolean AND EXISTS (SELECT FROM held WHERE retained))
     RETURNING o.size, o.metadata_size, o.file_ids
   ), freed AS (
     ${freeFiles("SELECT unnest(file_ids) FROM gone")}
   ), ${uncountObjects("gone")}
   SELECT h.key, h.retained, other.key IS NOT NULL AS changed FROM held h LEFT JOIN other ON other.key = h.key`,
);

/**
 * Deletes objects by their keys, within a transaction of the workspace.
 * @returns the keys that had objects. A `retained` object was left as it is, and so was a `changed` one, which does not
 * meet the condition
 */
export function removeObjects(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  { keys, conditions, allOrNone, bypassGovernance }: Removal,
): Promise<RowOf<typeof remove>[]> {
  return sql.query(remove, {
    ...{ workspace_id: workspaceId, bucket_id: bucketId, keys },
    ...{ all_or_none: allOrNone, bypass_governance: bypassGovernance },
    ...conditionValues(conditions),
  });
}

/** Conditions in columns, as statements take them. */
export function conditionValues(conditions: readonly RemovalCondition[]) {
  return {
    condition_keys: conditions.map(({ key }) => key),
    condition_etags: conditions.map(({ etag }) => etag),
    condition_sizes: conditions.map(({ size }) => size),
    condition_times: conditions.map(({ modifiedAt }) => modifiedAt),
  };
}
