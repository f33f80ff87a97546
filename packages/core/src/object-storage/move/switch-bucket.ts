import { type Database, statement } from "@fulmar/prisma";
import { newId } from "../../request/identifiers.ts";
import { auditMove } from "../../work/audit-move.ts";
import type { CopiedVersions } from "./copied-versions.ts";
import type { Move } from "./move-row.ts";

const decided = statement(
  "bucket_move_switched",
  `WITH moved AS (
     UPDATE bucket_move SET step = 'clean', position = NULL, switched_at = now(), attempts = 0, error_message = NULL
      WHERE move_id = $move_id AND step = 'switch' AND NOT cancelling
     RETURNING workspace_id, bucket_name, from_region, to_region
   )
   ${auditMove("moved", {
     actor: "move-buckets",
     action: "'bucket.moved'",
     resource: "bucket_name",
     detail: "moved.from_region || ' to ' || moved.to_region",
   })}
   RETURNING audit_event_id`,
);

const change = statement(
  "bucket_move_change_region",
  `UPDATE bucket SET region = $region, backend = $backend::storage_backend, moving = 'leaving', updated_at = now(),
          versioning = CASE WHEN $backend <> 'embedded' AND bucket_lock_enabled
                            THEN 'Enabled'::bucket_versioning ELSE versioning END
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id`,
);

const leave = statement(
  "bucket_move_leave_server",
  "UPDATE storage_bucket SET state = 'leaving' WHERE region = $region AND bucket_id = $bucket_id AND state = 'bound'",
);

const endUploads = statement(
  "bucket_move_end_uploads",
  "DELETE FROM multipart_upload WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id",
);
const endSettings = statement(
  "bucket_move_end_settings",
  "DELETE FROM bucket_configuration WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id",
);
const endCounts = statement(
  "bucket_move_end_counts",
  "DELETE FROM bucket_usage WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id",
);
const count = statement(
  "bucket_move_count",
  `INSERT INTO bucket_usage (workspace_id, bucket_id, slot, object_count, total_size, metadata_size, changed_at)
   SELECT b.workspace_id, b.bucket_id, 0, $object_count::bigint, $total_size::bigint,
          coalesce(sum(described.metadata_size), 0)::bigint, clock_timestamp()
     FROM bucket b LEFT JOIN LATERAL (
       SELECT o.metadata_size FROM object o
        WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id AND b.backend = 'embedded'
        UNION ALL
       SELECT v.metadata_size FROM object_version v
        WHERE v.workspace_id = b.workspace_id AND v.bucket_id = b.bucket_id
          AND b.backend = 'embedded') described ON true
    WHERE b.workspace_id = $workspace_id::bigint AND b.bucket_id = $bucket_id GROUP BY b.workspace_id, b.bucket_id`,
);

/**
 * Gives the bucket its new region, with what it holds there, in one commit. Uploads in parts that are not completed
 * stay behind, and end.
 * @returns false if an operator has given the move up before
 */
export async function switchBucket(database: Database, move: Move, copied: CopiedVersions): Promise<boolean> {
  const { move_id, workspace_id, bucket_id, from_region, to_region, from_backend, to_backend } = move;
  const bucket = { workspace_id, bucket_id };
  const staysInStore = from_backend === "embedded" && to_backend === "embedded";
  const { objects, bytes } = await copied.totals();
  return database.transaction(async ({ sql }) => {
    if ((await sql.query(decided, { move_id, audit_event_id: newId("aud") })).length === 0) return false;
    await sql.query(change, { ...bucket, region: to_region, backend: to_backend });
    if (staysInStore) return true;
    if (from_backend !== "embedded") await sql.query(leave, { region: from_region, bucket_id });
    else await sql.query(endSettings, bucket);
    await sql.query(endUploads, bucket);
    await sql.query(endCounts, bucket);
    await sql.query(count, { ...bucket, object_count: objects, total_size: bytes });
    return true;
  });
}
