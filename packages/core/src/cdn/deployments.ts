import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { EdgeConfiguration, EdgeOrigin } from "@fulmar/providers";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { auditMove } from "../work/audit-move.ts";
import { type CallFailure, callProvider } from "../work/call-provider.ts";
import { DUE, retryDelayMs } from "../work/due.ts";
import { inTurn } from "../work/fair-share.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { bucketOriginOf, signatureColumns } from "./bucket-origin.ts";
import { CdnDomain } from "./edge.ts";
import { websiteSettings } from "./websites.ts";

const BATCH = 100;

const due = statement(
  "cdn_deployment_due",
  `SELECT d.workspace_id, d.distribution_id, d.name, d.status::text, d.revision, d.enabled, d.origin_type::text,
          d.origin_id, d.origin_bucket_id,
          d.cache_policy, d.deploy_waited, d.deploy_attempts, b.name AS bucket_name, b.region, g.endpoint_url,
          b.is_public,
          ${signatureColumns("d")},
          ARRAY(SELECT c.domain FROM cdn_custom_domain c
                 WHERE c.workspace_id = d.workspace_id AND c.distribution_id = d.distribution_id AND c.status = 'active'
                 ORDER BY c.domain) AS domains,
          w.index_document, w.error_document, w.spa, w.redirects, w.headers
     FROM cdn_distribution d
     LEFT JOIN cdn_website w ON w.workspace_id = d.workspace_id AND w.distribution_id = d.distribution_id
     LEFT JOIN bucket b ON b.workspace_id = d.workspace_id AND b.bucket_id = d.origin_bucket_id
     LEFT JOIN storage_region g ON g.region = b.region
     JOIN workspace o ON o.workspace_id = d.workspace_id
    WHERE d.deploy_at <= ${DUE} ORDER BY ${inTurn("o.organization_id", "d.deploy_at")} LIMIT ${BATCH}`,
);

/** A distribution whose newest configuration the edge does not have. */
type DueDeployment = RowOf<typeof due>;

const IT = "workspace_id = $workspace_id::bigint AND distribution_id = $distribution_id";

// If the distribution changed while this revision was being deployed, the next deployment is due at once.
const deployed = statement(
  "cdn_deployment_deployed",
  `UPDATE cdn_distribution
      SET deployed_revision = greatest(deployed_revision, $revision::int), deployed_at = now(),
          deploy_at = CASE WHEN revision > $revision::int THEN now() END,
          status = CASE WHEN status <> 'deploying' THEN status WHEN enabled THEN 'active' ELSE 'disabled' END,
          deploy_waited = false, deploy_attempts = 0, error_code = NULL, error_message = NULL
    WHERE ${IT} AND status <> 'failed'`,
);

const wait = statement(
  "cdn_deployment_wait",
  `UPDATE cdn_distribution SET deploy_waited = true, deploy_at = now() + $ms::int * interval '1 millisecond'
    WHERE ${IT} AND status <> 'failed'`,
);

// If the distribution changed meanwhile, the change may fix the failure, so the next attempt is due at once.
const retry = statement(
  "cdn_deployment_retry",
  `UPDATE cdn_distribution
      SET deploy_waited = false, deploy_attempts = deploy_attempts + 1, error_code = $error_code,
          error_message = $error_message,
          deploy_at = now() + CASE WHEN revision > $revision::int THEN 0 ELSE $ms::int END * interval '1 millisecond'
    WHERE ${IT} AND status <> 'failed'`,
);

const fail = statement(
  "cdn_deployment_fail",
  `WITH failed AS (
     UPDATE cdn_distribution
        SET status = 'failed', deploy_waited = false, deploy_attempts = deploy_attempts + 1, deploy_at = NULL,
            error_code = $error_code, error_message = $error_message
      WHERE ${IT} AND status = 'deploying' RETURNING workspace_id, distribution_id
   )
   ${auditMove("failed", {
     actor: "deploy-distributions",
     action: "'cdnDistribution.failed'",
     resource: "distribution_id",
   })}`,
);

/** The queue of due deployments of all workspaces, with their results. For the worker. */
class DeploymentQueue {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  next(): Promise<DueDeployment[]> {
    return this.#sql.query(due);
  }

  /** deploying → active | disabled. Other states stay. */
  async deployed({ workspace_id, distribution_id, revision }: DueDeployment): Promise<void> {
    await this.#sql.query(deployed, { workspace_id, distribution_id, revision });
  }

  async wait({ workspace_id, distribution_id }: DueDeployment, ms: number): Promise<void> {
    await this.#sql.query(wait, { workspace_id, distribution_id, ms });
  }

  async retry(
    { workspace_id, distribution_id, revision }: DueDeployment,
    ms: number,
    { code: error_code, message: error_message }: CallFailure,
  ): Promise<void> {
    await this.#sql.query(retry, { workspace_id, distribution_id, ms, error_code, error_message, revision });
  }

  /** deploying → failed */
  async fail({ workspace_id, distribution_id }: DueDeployment, { code, message }: CallFailure): Promise<void> {
    await this.#sql.query(fail, {
      workspace_id,
      distribution_id,
      error_code: code,
      error_message: message,
      audit_event_id: newId("aud"),
    });
  }
}

const get = statement(
  "cdn_deployment_get",
  `SELECT distribution_id, status::text, revision > deployed_revision AS pending_changes, deployed_at,
          deploy_attempts AS failed_attempts,
          deploy_at AS next_attempt_at, error_code, error_message
     FROM cdn_distribution WHERE workspace_id = $workspace_id::bigint AND distribution_id = $distribution_id`,
);

export const getDeployment: Handler<"cdnDeployment.get"> = async ({ sql, workspace }, { distribution_id }) => {
  const row = found(await sql.maybe(get, { workspace_id: workspace.id, distribution_id }), "CDN distribution");
  return { ...row, deployed_at: toTimestamp(row.deployed_at), next_attempt_at: toTimestamp(row.next_attempt_at) };
};

const DELAY = { firstMs: 1_000, mostMs: 300_000 };
/** A first deployment is given up after this many failures, about eight minutes. */
const MOST_ATTEMPTS = 10;

/**
 * Deploys new and changed distributions to the edge. The first deployment ends in `active` or
 * `failed`. A later deployment is retried until it succeeds, and the edge keeps the previous configuration meanwhile.
 */
export const deployDistributions: Reconciler<Pick<WorkerServices, "database" | "cdn" | "publicCdnUrl">> = {
  name: "deploy-distributions",
  everyMs: 500,
  async run({ database, cdn, publicCdnUrl }, signal) {
    const domain = new CdnDomain({ publicCdnUrl });
    const queue = new DeploymentQueue(database.sql);
    const deploy = async (due: DueDeployment) => {
      const { distribution_id, name } = due;
      const beginning = { resourceId: distribution_id, resourceName: name, step: "deploy", waited: due.deploy_waited };
      const result = await callProvider(
        cdn,
        beginning,
        (limited) => cdn.edge.deploy(distribution_id, configurationOf(due, domain), limited),
        signal,
      );
      if (result.kind === "done") return queue.deployed(due);
      if (result.kind === "busy") return queue.wait(due, result.busyMs);
      const failures = due.deploy_attempts + 1;
      const hopeless = !result.failure.retryable || failures >= MOST_ATTEMPTS;
      if (due.status === "deploying" && hopeless) return queue.fail(due, result.failure);
      return queue.retry(due, result.failure.retryable ? retryDelayMs(failures, DELAY) : DELAY.mostMs, result.failure);
    };
    await workThrough(() => queue.next(), deploy, signal);
  },
};

function configurationOf(due: DueDeployment, domain: CdnDomain): EdgeConfiguration {
  const website = websiteSettings(due);
  return {
    revision: due.revision,
    enabled: due.enabled,
    hosts: [domain.of(due.distribution_id), ...due.domains],
    commonPath: null,
    origin: originOf(due),
    cachePolicy: due.cache_policy,
    website: {
      indexDocument: website.index_document,
      errorDocument: website.error_document,
      spa: website.spa,
      redirects: website.redirects,
      headers: website.headers,
    },
  };
}

function originOf(due: DueDeployment): EdgeOrigin {
  const { origin_bucket_id: bucket_id, origin_id, bucket_name: name, region, is_public } = due;
  // The bucket of a distribution cannot be deleted.
  if (bucket_id === null || name === null || region === null || is_public === null)
    return { type: "custom", url: origin_id };
  return bucketOriginOf({ ...due, bucket_id, name, region, is_public });
}
