import type { BucketQuota } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import type { Handler } from "../../request/context.ts";
import { found } from "../../request/domain-error.ts";
import { storageApplied } from "../remote/reserve-bucket.ts";

const USED = `(SELECT coalesce(sum(u.total_size + u.parts_size + u.metadata_size), 0)::bigint FROM bucket_usage u
  WHERE u.workspace_id = b.workspace_id AND u.bucket_id = b.bucket_id) AS used_bytes`;

const get = lookup(
  "bucket_quota_get",
  `SELECT b.name, b.quota_bytes, ${USED} FROM bucket b
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL`,
);

const put = statement(
  "bucket_quota_put",
  `UPDATE bucket b
      SET quota_bytes = $quota_bytes::bigint,
          updated_at = CASE WHEN b.quota_bytes IS DISTINCT FROM $quota_bytes::bigint THEN now() ELSE b.updated_at END
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL
RETURNING b.name, b.quota_bytes, b.backend::text, ${USED}`,
);

function toQuota({ name, quota_bytes, used_bytes }: RowOf<typeof get>): BucketQuota {
  return { name, size_bytes: quota_bytes === null ? null : Number(quota_bytes), used_bytes: Number(used_bytes) };
}

export const getBucketQuota: Handler<"bucketQuota.get"> = async ({ sql, workspace }, { bucket_name }) => {
  const row = found(await sql.maybe(get, { workspace_id: workspace.id, name: bucket_name }), "bucket");
  return toQuota(row);
};

/** A quota below what the bucket holds is allowed: it refuses uploads until enough has been deleted. */
export const putBucketQuota: Handler<"bucketQuota.put"> = async (
  { sql, workspace, afterCommit },
  { bucket_name, size_bytes },
) => {
  const quota = size_bytes === null ? null : BigInt(size_bytes);
  const row = found(
    await sql.maybe(put, { workspace_id: workspace.id, name: bucket_name, quota_bytes: quota }),
    "bucket",
  );
  if (row.backend !== "embedded") afterCommit((outside, signal) => storageApplied(outside, workspace.id, signal));
  return toQuota(row);
};
