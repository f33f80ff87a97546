import { type Sql, statement } from "@fulmar/prisma";
import { freeFiles, retainedUnless } from "../embedded/object-removal.ts";
import type { Move } from "./move-row.ts";

const BATCH = 1_000;

/** Deletes some rows of a bucket that is in a certain state, and frees their files. */
const removeRows = (table: "object" | "object_version", state: string, which = "true") => `
  WITH gone AS (
    DELETE FROM ${table} o
     WHERE o.ctid = ANY (ARRAY(
             SELECT r.ctid FROM ${table} r
              WHERE r.workspace_id = $workspace_id::bigint AND r.bucket_id = $bucket_id AND ${which} LIMIT ${BATCH}))
       AND EXISTS (
         SELECT FROM bucket b WHERE b.workspace_id = $workspace_id::bigint AND b.bucket_id = $bucket_id AND ${state})
    RETURNING o.file_ids
  ), freed AS (
    ${freeFiles("SELECT unnest(file_ids) FROM gone")}
  )
  SELECT count(*)::int AS removed FROM gone`;

const MOVED = "b.backend <> 'embedded'";
const removeObjects = statement("bucket_move_remove_objects", removeRows("object", MOVED));
const removeVersions = statement("bucket_move_remove_versions", removeRows("object_version", MOVED));

// Retained objects stay, and so does their bucket.
const ENDED = "b.deleted_at IS NOT NULL AND b.restorable_until IS NULL";
const FREE = `NOT ${retainedUnless("r", "false")}`;
const removeEndedObjects = statement("bucket_remove_ended_objects", removeRows("object", ENDED, FREE));
const removeEndedVersions = statement("bucket_remove_ended_versions", removeRows("object_version", ENDED, FREE));

const removeSettings = statement(
  "bucket_move_remove_settings",
  `DELETE FROM bucket_configuration c USING bucket b
    WHERE c.workspace_id = $workspace_id::bigint AND c.bucket_id = $bucket_id AND b.workspace_id = $workspace_id::bigint
      AND b.bucket_id = $bucket_id AND b.backend <> 'embedded'`,
);

/**
 * Removes from the embedded store what it has of a bucket that is on a region's server. The store deletes the files
 * later, as it does with those of deleted objects.
 */
export async function emptyEmbedded(
  sql: Sql,
  { workspace_id, bucket_id }: Pick<Move, "workspace_id" | "bucket_id">,
  signal: AbortSignal,
): Promise<void> {
  await removeAll(sql, [removeObjects, removeVersions], { workspace_id, bucket_id }, signal);
  await sql.query(removeSettings, { workspace_id, bucket_id });
}

/** Removes the objects of a deleted bucket that can no longer be restored. */
export async function removeEndedRows(
  sql: Sql,
  { workspace_id, bucket_id }: Pick<Move, "workspace_id" | "bucket_id">,
  signal: AbortSignal,
): Promise<void> {
  await removeAll(sql, [removeEndedObjects, removeEndedVersions], { workspace_id, bucket_id }, signal);
}

async function removeAll(
  sql: Sql,
  removals: readonly (
    | typeof removeObjects
    | typeof removeVersions
    | typeof removeEndedObjects
    | typeof removeEndedVersions
  )[],
  bucket: Pick<Move, "workspace_id" | "bucket_id">,
  signal: AbortSignal,
): Promise<void> {
  for (const remove of removals)
    for (let removed = BATCH; removed === BATCH; ) {
      signal.throwIfAborted();
      const row = await sql.maybe(remove, bucket);
      removed = row?.removed ?? 0;
    }
}
