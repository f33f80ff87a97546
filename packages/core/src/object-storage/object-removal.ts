import { type Sql, statement } from "@fulmar/prisma";

/** What became of a key that there was an object for. */
export interface RemovalRow {
  key: string;
  /** It is retained: it was left as it is. */
  retained: boolean;
}

export interface Removal {
  readonly bucketId: string;
  readonly keys: readonly string[];
  /** Deletes none where one is retained. */
  readonly allOrNone: boolean;
  /** Deletes also what is retained by GOVERNANCE alone. */
  readonly bypassGovernance: boolean;
}

/** Whether a row of `object` must stay as it is. Whoever may go past GOVERNANCE is not held by it. */
export function retainedUnless(object: string, bypass: string): string {
  return `coalesce(${object}.retained_until > now() AND NOT (${object}.lock_mode = 'GOVERNANCE' AND ${bypass}::boolean), false)`;
}

/**
 * The change of a bucket's counts, as the last queries of a WITH: its row is the last that a change locks, so that two of them never wait for
 * each other. It is counted from what the row says once it is locked: an UPDATE computes first what it sees in its snapshot, and would break
 * the rule that no count is negative by that alone.
 * @param changed the query of the WITH whose rows are what changed
 */
export function countObjects(changed: string, objects: string, bytes: string): string {
  return `tally AS (
     SELECT object_count, total_size FROM bucket WHERE workspace_id = $1::bigint AND bucket_id = $2 AND EXISTS (SELECT FROM ${changed}) FOR NO KEY UPDATE
   ), counted AS (
     UPDATE bucket b SET object_count = t.object_count + ${objects}, total_size = t.total_size + ${bytes}, objects_changed_at = clock_timestamp()
       FROM tally t WHERE b.workspace_id = $1::bigint AND b.bucket_id = $2
   )`;
}

/**
 * Frees files that rows have just ceased to name. Written so that it meets the rows of files that another transaction has made since the
 * statement began, which an UPDATE would not see.
 */
export function freeFiles(fileIds: string): string {
  return `INSERT INTO object_file (workspace_id, file_id, freed_at) SELECT $1::bigint, f.file_id, now() FROM (${fileIds}) AS f (file_id)
     ON CONFLICT (file_id) DO UPDATE SET freed_at = excluded.freed_at`;
}

const remove = statement(
  "object_remove",
  `WITH held AS (
     SELECT o.key, ${retainedUnless("o", "$5")} AS retained FROM object o
      WHERE o.workspace_id = $1::bigint AND o.bucket_id = $2 AND o.key = ANY ($3::text[]) ORDER BY o.key FOR UPDATE
   ), gone AS (
     DELETE FROM object o USING held h
      WHERE o.workspace_id = $1::bigint AND o.bucket_id = $2 AND o.key = h.key AND NOT h.retained
        AND NOT ($4::boolean AND EXISTS (SELECT FROM held WHERE retained))
     RETURNING o.size, o.file_ids
   ), freed AS (
     ${freeFiles("SELECT unnest(file_ids) FROM gone")}
   ), ${countObjects("gone", "-(SELECT count(*) FROM gone)", "-(SELECT coalesce(sum(size), 0) FROM gone)::bigint")}
   SELECT key, retained FROM held`,
);

/** Deletes objects by their keys, within a transaction of the workspace. @returns the keys that there were objects for */
export function removeObjects(sql: Sql, workspaceId: bigint, { bucketId, keys, allOrNone, bypassGovernance }: Removal): Promise<RemovalRow[]> {
  return sql.query<RemovalRow>(remove, [workspaceId, bucketId, keys, allOrNone, bypassGovernance]);
}
