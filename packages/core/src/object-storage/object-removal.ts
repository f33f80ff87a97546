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

/** The change of a bucket's counts; its row is the last that a change locks, so that two of them never wait for each other. */
export function countObjects(objects: string, bytes: string): string {
  return `UPDATE bucket SET object_count = object_count + ${objects}, total_size = total_size + ${bytes}, objects_changed_at = clock_timestamp()
     WHERE workspace_id = $1::bigint AND bucket_id = $2`;
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
     UPDATE object_file SET freed_at = now() WHERE file_id IN (SELECT unnest(file_ids) FROM gone)
   ), counted AS (
     ${countObjects("-(SELECT count(*) FROM gone)", "-(SELECT coalesce(sum(size), 0) FROM gone)::bigint")} AND EXISTS (SELECT FROM gone)
   )
   SELECT key, retained FROM held`,
);

/** Deletes objects by their keys, within a transaction of the workspace. @returns the keys that there were objects for */
export function removeObjects(sql: Sql, workspaceId: bigint, { bucketId, keys, allOrNone, bypassGovernance }: Removal): Promise<RemovalRow[]> {
  return sql.query<RemovalRow>(remove, [workspaceId, bucketId, keys, allOrNone, bypassGovernance]);
}
