import type { Blocker } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";

const serving = statement(
  "cdn_distributions_serving",
  "SELECT distribution_id AS id, name FROM cdn_distribution WHERE workspace_id = $1::bigint AND origin_bucket_id = $2 ORDER BY distribution_id DESC",
);

/** The distributions whose origin is a bucket: what stands in the way of deleting it. */
export async function distributionsServing(sql: Sql, workspaceId: bigint, bucketId: string): Promise<Blocker[]> {
  const rows = await sql.query(serving, [workspaceId, bucketId]);
  return rows.map((row) => ({ type: "cdn_distribution", ...row }));
}
