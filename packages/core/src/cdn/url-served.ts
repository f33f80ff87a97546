import { type Sql, statement } from "@fulmar/prisma";
import { lookUntil } from "../work/look-until.ts";

const SERVED_WITHIN_MS = 5_000;
/** A worker deploys twice a second, and says so at each end. */
const AT_WORK = "interval '5 seconds'";

/** SQL: whether a worker is about to bring a row's newest revision to the edges. After a failure it tries later. */
export const isBehind = (row: string) => `${row}.deployed_revision < ${row}.revision AND ${row}.deploy_attempts = 0`;

// Without a worker there is nothing to wait for.
const behind = statement(
  "cdn_url_behind",
  `SELECT FROM reconciler r
    WHERE r.name = CASE WHEN $distribution_id::text IS NULL THEN 'deploy-common-paths' ELSE 'deploy-distributions' END
      AND (r.lease_until > now() OR r.finished_at > now() - ${AT_WORK})
      AND CASE WHEN $distribution_id::text IS NULL
          THEN EXISTS (SELECT FROM cdn_common_path p WHERE p.workspace_id = $workspace_id::bigint
                          AND p.bucket_id = $bucket_id AND ${isBehind("p")})
          ELSE EXISTS (SELECT FROM cdn_distribution d WHERE d.workspace_id = $workspace_id::bigint
                          AND d.distribution_id = $distribution_id AND ${isBehind("d")}) END`,
);

/** Where a URL leads to: a distribution, or a bucket on the common domain. */
interface Served {
  readonly workspaceId: bigint;
  readonly bucketId: string;
  readonly distributionId: string | null;
}

/**
 * Waits until every connected edge serves what a URL needs: the path of its bucket and the key that signs it. Some
 * seconds at most: edges that are away learn of it when they are back, and the URL is good then.
 */
export function urlServed(
  sql: Sql,
  { workspaceId, bucketId, distributionId }: Served,
  signal: AbortSignal,
): Promise<void> {
  const place = { workspace_id: workspaceId, bucket_id: bucketId, distribution_id: distributionId };
  return lookUntil(async () => (await sql.query(behind, place)).length === 0, SERVED_WITHIN_MS, signal);
}
