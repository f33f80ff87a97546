import type { Reconciler } from "@fulmar/engine";
import { type RowOf, statement } from "@fulmar/prisma";
import { newId } from "../../request/identifiers.ts";
import { auditMove } from "../../work/audit-move.ts";
import { throwAll, workOn } from "../../work/work-through.ts";
import type { WorkerServices } from "../../work/worker-services.ts";
import { removeEndedRows } from "../move/embedded-rows.ts";
import { listedKeys } from "../move/listed-keys.ts";
import { bucketIn, ServerSide } from "../move/sides.ts";

const BATCH = 100;
/** Versions that are deleted at a region's server at a time. */
const AT_ONCE = 16;

const expire = statement(
  "bucket_expire",
  `WITH ended AS (
     UPDATE bucket SET restorable_until = NULL, deleted_at = now()
      WHERE (workspace_id, bucket_id) IN (
        SELECT workspace_id, bucket_id FROM bucket WHERE restorable_until <= now() ORDER BY restorable_until
         LIMIT $limit::int FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING workspace_id, name
   ), numbered AS (SELECT ended.*, ($ids::text[])[row_number() OVER ()] AS audit_event_id FROM ended)
   ${auditMove("numbered", { actor: "end-kept-buckets", action: "'bucket.expire'", resource: "name", id: "moved.audit_event_id" })} RETURNING 1`,
);

const ended = statement(
  "bucket_ended",
  `SELECT workspace_id, bucket_id, name AS bucket_name, region, backend::text, bucket_lock_enabled FROM bucket
    WHERE deleted_at IS NOT NULL AND restorable_until IS NULL AND bucket_id > $last ORDER BY bucket_id LIMIT ${BATCH}`,
);

const remove = statement(
  "bucket_remove_ended",
  "SELECT remove_ended_bucket($workspace_id::bigint, $bucket_id) AS removed",
);

const forgetPaths = statement("plain_path_forget", "DELETE FROM plain_path WHERE held_until <= now()");

type EndedBucket = RowOf<typeof ended>;
type Services = Pick<WorkerServices, "database" | "secrets" | "publicObjectStoreUrl">;

/**
 * Ends the window of kept buckets, and empties and removes those that can no longer be restored. A failure for one does
 * not block the others, and each is tried again in the next run. Plain paths that workspaces had kept are free then.
 */
export const endKeptBuckets: Reconciler<Services> = {
  name: "end-kept-buckets",
  everyMs: 10_000,
  async run(services, signal) {
    const { sql } = services.database;
    for (let count = BATCH; count === BATCH && !signal.aborted; ) {
      const ids = Array.from({ length: BATCH }, () => newId("aud"));
      count = (await sql.query(expire, { limit: BATCH, ids })).length;
    }
    const errors: unknown[] = [];
    for (let last = "", full = true; full; ) {
      const page = await sql.query(ended, { last });
      errors.push(...(await workOn(page, (bucket) => removeBucket(services, bucket, signal), signal, 1)));
      full = page.length === BATCH;
      last = page.at(-1)?.bucket_id ?? "";
    }
    await sql.query(forgetPaths);
    throwAll(errors);
  },
};

async function removeBucket(services: Services, bucket: EndedBucket, signal: AbortSignal): Promise<void> {
  const { sql } = services.database;
  if (bucket.backend === "embedded") await removeEndedRows(sql, bucket, signal);
  else await emptyAtServer(services, bucket, signal);
  await sql.query(remove, { workspace_id: bucket.workspace_id, bucket_id: bucket.bucket_id });
}

/** Deletes what the server of a region has in a bucket. It had denied everybody to read or change it until now. */
async function emptyAtServer(services: Services, bucket: EndedBucket, signal: AbortSignal): Promise<void> {
  await new ServerSide(services.database.sql, bucket.region, bucket, signal).apply();
  const emptied = await bucketIn(bucket.region, bucket, services);
  for await (const { keys } of listedKeys(emptied, null, signal)) {
    const versions = [...keys.values()].flat();
    throwAll(await workOn(versions, ({ key, versionId }) => emptied.remove(key, versionId, signal), signal, AT_ONCE));
  }
}
