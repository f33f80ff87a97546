import { statement } from "@fulmar/prisma";
import type { RequestContext } from "../request/context.ts";
import { conflict, mayPass } from "../request/domain-error.ts";

const serving = statement(
  "cdn_distributions_serving",
  "SELECT distribution_id AS id, name FROM cdn_distribution WHERE workspace_id = $1::bigint AND origin_bucket_id = $2 ORDER BY distribution_id DESC",
);

/**
 * Refuses to delete a bucket that distributions serve from; the caller holds the bucket. @throws DomainError 409
 * `bucket_in_use` that names the distributions
 */
export async function requireBucketUnserved({ sql, workspace }: RequestContext, bucketId: string): Promise<void> {
  const rows = await sql.query(serving, [workspace.id, bucketId]);
  if (rows.length === 0) return;
  const blockers = rows.map((row) => ({ type: "cdn_distribution", ...row }));
  throw mayPass(conflict("bucket_in_use", "CDN distributions serve from the bucket; delete those first.", blockers));
}
