import { type Sql, statement } from "@fulmar/prisma";
import { freeFiles } from "../object-removal.ts";
import type { Move } from "./move-row.ts";

const BATCH = 1_000;

/** Deletes some rows of a bucket that the embedded store does not have, or no longer, and frees their files. */
const removeRows = (table: "object" | "object_version") => `
  WITH gone AS (
    DELETE FROM ${table} o
     WHERE o.ctid = ANY (ARRAY(SELECT r.ctid FROM ${table} r WHERE r.workspace_id = $1::bigint AND r.bucket_id = $2 LIMIT ${BATCH}))
       AND EXISTS (SELECT FROM bucket b WHERE b.workspace_id = $1::bigint AND b.bucket_id = $2 AND b.backend <> 'embedded')
    RETURNING o.file_ids
  ), freed AS (
    ${freeFiles("SELECT unnest(file_ids) FROM gone")}
  )
  SELECT count(*)::int AS removed FROM gone`;

const removeObjects = statement("bucket_move_remove_objects", removeRows("object"));
const removeVersions = statement("bucket_move_remove_versions", removeRows("object_version"));

const removeSettings = statement(
  "bucket_move_remove_settings",
  `DELETE FROM bucket_configuration c USING bucket b
    WHERE c.workspace_id = $1::bigint AND c.bucket_id = $2 AND b.workspace_id = $1::bigint AND b.bucket_id = $2 AND b.backend <> 'embedded'`,
);

/**
 * Removes from the embedded store what it has of a bucket that is on a region's server. The store deletes the files
 * later, as it does with those of deleted objects.
 */
export async function emptyEmbedded(
  sql: Sql,
  { workspace_id: workspaceId, bucket_id: bucketId }: Pick<Move, "workspace_id" | "bucket_id">,
  signal: AbortSignal,
): Promise<void> {
  for (const remove of [removeObjects, removeVersions])
    for (let removed = BATCH; removed === BATCH; ) {
      signal.throwIfAborted();
      const [row] = await sql.query(remove, [workspaceId, bucketId]);
      removed = row?.removed ?? 0;
    }
  await sql.query(removeSettings, [workspaceId, bucketId]);
}
