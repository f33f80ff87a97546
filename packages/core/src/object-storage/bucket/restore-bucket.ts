import { statement } from "@fulmar/prisma";
import type { Handler } from "../../request/context.ts";
import { found, notDeleted, notRestorable } from "../../request/domain-error.ts";
import { storageApplied } from "../remote/reserve-bucket.ts";
import { bucketColumns, bucketJoins, toBucketWithUsage } from "./buckets.ts";

const ONE = "b.workspace_id = $workspace_id::bigint AND b.name = $name";

const find = statement(
  "bucket_restore_find",
  `SELECT ${bucketColumns}, b.deleted_at, coalesce(b.restorable_until > now(), false) AS restorable
     FROM bucket b ${bucketJoins} WHERE ${ONE} FOR NO KEY UPDATE OF b`,
);

const restore = statement(
  "bucket_restore",
  `UPDATE bucket b SET deleted_at = NULL, restorable_until = NULL, updated_at = now()
    WHERE ${ONE} AND b.restorable_until > now() RETURNING updated_at`,
);

// An empty bucket of the store is gone with the purge, so that its name is free at once.
const remove = statement(
  "bucket_purge_empty",
  `DELETE FROM bucket b WHERE ${ONE} AND b.restorable_until IS NOT NULL AND b.backend = 'embedded'
      AND NOT EXISTS (SELECT FROM object o WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id)
      AND NOT EXISTS (SELECT FROM object_version v WHERE v.workspace_id = b.workspace_id AND v.bucket_id = b.bucket_id)
   RETURNING 1`,
);

const purge = statement(
  "bucket_purge",
  `UPDATE bucket b SET restorable_until = NULL, deleted_at = now() WHERE ${ONE} AND b.restorable_until IS NOT NULL
RETURNING 1`,
);

/**
 * A bucket that is not deleted is answered unchanged. Without charges or quotas: what is kept counts as before. Its
 * name is free, because a kept bucket holds it.
 */
export const restoreBucket: Handler<"bucket.restore"> = async (context, { bucket_name }) => {
  const { sql, workspace } = context;
  const named = { workspace_id: workspace.id, name: bucket_name };
  const bucket = found(await sql.maybe(find, named), "bucket");
  const { deleted_at, restorable, ...row } = bucket;
  if (deleted_at === null) return toBucketWithUsage(row);
  const [restored] = restorable === true ? await sql.query(restore, named) : [];
  if (restored === undefined) throw notRestorable("bucket");
  if (row.backend !== "embedded") context.afterCommit((later, signal) => storageApplied(later, workspace.id, signal));
  return toBucketWithUsage({ ...row, restorable_until: null, updated_at: restored.updated_at });
};

/** A worker empties a bucket that has objects, and removes it at its region's server. */
export const purgeBucket: Handler<"bucket.purge"> = async ({ sql, workspace }, { bucket_name }) => {
  const named = { workspace_id: workspace.id, name: bucket_name };
  for (const each of [remove, purge])
    if ((await sql.query(each, named)).length > 0) return { status: "purged", name: bucket_name };
  const bucket = found(await sql.maybe(find, named), "bucket");
  throw bucket.deleted_at === null ? notDeleted("bucket") : notRestorable("bucket");
};
