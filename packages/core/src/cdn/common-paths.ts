import { DEFAULT_INDEX_DOCUMENT } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { EdgeConfiguration } from "@fulmar/providers";
import { callProvider } from "../work/call-provider.ts";
import { DUE, retryDelayMs } from "../work/due.ts";
import { inTurn } from "../work/fair-share.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { bucketOriginOf, signatureColumns } from "./bucket-origin.ts";

const BATCH = 100;
const DELAY = { firstMs: 1_000, mostMs: 300_000 };

// The default of `deploy_at` makes the deployment due at once.
const serve = statement(
  "cdn_common_path_serve",
  `INSERT INTO cdn_common_path (workspace_id, bucket_id) VALUES ($workspace_id::bigint, $bucket_id)
       ON CONFLICT DO NOTHING`,
);

const due = statement(
  "cdn_common_path_due",
  `SELECT p.workspace_id, p.bucket_id, p.revision, p.deploy_attempts, b.name, b.region, g.endpoint_url, b.is_public,
          b.deleted_at IS NULL AS serves, ${signatureColumns("p")}
     FROM cdn_common_path p JOIN bucket b ON b.workspace_id = p.workspace_id AND b.bucket_id = p.bucket_id
     JOIN storage_region g ON g.region = b.region
     JOIN workspace o ON o.workspace_id = p.workspace_id
    WHERE p.deploy_at <= ${DUE} ORDER BY ${inTurn("o.organization_id", "p.deploy_at")} LIMIT ${BATCH}`,
);

type DuePath = RowOf<typeof due>;

// If the bucket changed while this revision was being deployed, the next deployment is due at once.
const deployed = statement(
  "cdn_common_path_deployed",
  `UPDATE cdn_common_path
      SET deployed_revision = greatest(deployed_revision, $revision::int),
          deploy_at = CASE WHEN revision > $revision::int THEN now() END, deploy_attempts = 0
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id`,
);

const retry = statement(
  "cdn_common_path_retry",
  `UPDATE cdn_common_path
      SET deploy_attempts = deploy_attempts + 1, deploy_at = now() + $ms::int * interval '1 millisecond'
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id`,
);

/**
 * Has the CDN serve a bucket on its common domain, from now until the bucket is deleted. It rests while the bucket is
 * kept.
 */
export async function serveOnCommonDomain(sql: Sql, workspaceId: bigint, bucketId: string): Promise<void> {
  await sql.query(serve, { workspace_id: workspaceId, bucket_id: bucketId });
}

/** The path of a bucket on the common domain. Bucket names are unique only within a workspace. */
export function commonPathOf(workspaceId: bigint, bucketName: string): string {
  return `/${workspaceId}/${bucketName}`;
}

/** Deploys the buckets on the CDN's common domain, as `deployDistributions` does distributions. */
export const deployCommonPaths: Reconciler<Pick<WorkerServices, "database" | "cdn">> = {
  name: "deploy-common-paths",
  everyMs: 500,
  async run({ database: { sql }, cdn }, signal) {
    const deploy = async (path: DuePath) => {
      const { workspace_id, bucket_id, name, revision, deploy_attempts } = path;
      const result = await callProvider(
        cdn,
        { resourceId: bucket_id, resourceName: name, step: "deploy", waited: true },
        (limited) => cdn.edge.deploy(bucket_id, configurationOf(path), limited),
        signal,
      );
      if (result.kind === "done") await sql.query(deployed, { workspace_id, bucket_id, revision });
      else await sql.query(retry, { workspace_id, bucket_id, ms: retryDelayMs(deploy_attempts + 1, DELAY) });
    };
    await workThrough(() => sql.query(due), deploy, signal);
  },
};

function configurationOf(path: DuePath): EdgeConfiguration {
  return {
    revision: path.revision,
    enabled: path.serves === true,
    hosts: [],
    commonPath: commonPathOf(path.workspace_id, path.name),
    origin: bucketOriginOf(path),
    // No purge reaches the common domain.
    cachePolicy: "short",
    website: { indexDocument: DEFAULT_INDEX_DOCUMENT, errorDocument: null, spa: false, redirects: [], headers: [] },
  };
}
