import type { CdnDistributionStatus, CdnOriginType, CdnRedirect, CdnResponseHeader } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";
import { auditMove } from "../work/audit-move.ts";
import type { CallFailure } from "../work/call-provider.ts";
import { DUE } from "../work/due.ts";

/** A distribution that the edge does not have as it should be. */
export interface DueDeployment {
  workspace_id: bigint;
  distribution_id: string;
  name: string;
  status: CdnDistributionStatus;
  revision: number;
  enabled: boolean;
  origin_type: CdnOriginType;
  origin_id: string;
  origin_bucket_id: string | null;
  cache_policy: string;
  domains: string[];
  deploy_waited: boolean;
  deploy_attempts: number;
  index_document: string | null;
  error_document: string | null;
  spa: boolean | null;
  redirects: CdnRedirect[] | null;
  headers: CdnResponseHeader[] | null;
}

const BATCH = 100;

const due = statement(
  "cdn_deployment_due",
  `SELECT d.workspace_id, d.distribution_id, d.name, d.status::text, d.revision, d.enabled, d.origin_type::text, d.origin_id, d.origin_bucket_id,
          d.cache_policy, d.deploy_waited, d.deploy_attempts,
          ARRAY(SELECT c.domain FROM cdn_custom_domain c
                 WHERE c.workspace_id = d.workspace_id AND c.distribution_id = d.distribution_id AND c.status = 'active' ORDER BY c.domain) AS domains,
          w.index_document, w.error_document, w.spa, w.redirects, w.headers
     FROM cdn_distribution d LEFT JOIN cdn_website w ON w.workspace_id = d.workspace_id AND w.distribution_id = d.distribution_id
    WHERE d.deploy_at <= ${DUE} ORDER BY d.deploy_at LIMIT ${BATCH}`,
);

const IT = "workspace_id = $1::bigint AND distribution_id = $2";

// What was changed while this revision was on its way is due at once.
const deployed = statement(
  "cdn_deployment_deployed",
  `UPDATE cdn_distribution
      SET deployed_revision = greatest(deployed_revision, $3::int), deployed_at = now(), deploy_at = CASE WHEN revision > $3::int THEN now() END,
          status = CASE WHEN status <> 'deploying' THEN status WHEN enabled THEN 'active' ELSE 'disabled' END,
          deploy_waited = false, deploy_attempts = 0, error_code = NULL, error_message = NULL
    WHERE ${IT} AND status <> 'failed'`,
);

const wait = statement(
  "cdn_deployment_wait",
  `UPDATE cdn_distribution SET deploy_waited = true, deploy_at = now() + $3::int * interval '1 millisecond' WHERE ${IT} AND status <> 'failed'`,
);

// What failed may be mended by a change that came meanwhile: that is tried at once.
const retry = statement(
  "cdn_deployment_retry",
  `UPDATE cdn_distribution
      SET deploy_waited = false, deploy_attempts = deploy_attempts + 1, error_code = $4, error_message = $5,
          deploy_at = now() + CASE WHEN revision > $6::int THEN 0 ELSE $3::int END * interval '1 millisecond'
    WHERE ${IT} AND status <> 'failed'`,
);

const fail = statement(
  "cdn_deployment_fail",
  `WITH failed AS (
     UPDATE cdn_distribution
        SET status = 'failed', deploy_waited = false, deploy_attempts = deploy_attempts + 1, deploy_at = NULL, error_code = $3, error_message = $4
      WHERE ${IT} AND status = 'deploying' RETURNING workspace_id, distribution_id
   )
   ${auditMove("failed", { actor: "deploy-distributions", action: "'cdnDistribution.failed'", resource: "distribution_id", id: "$5" })}`,
);

/** The distributions whose deployment is due, and what comes of it; of all workspaces, for the worker. */
export class DeploymentQueue {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  next(): Promise<DueDeployment[]> {
    return this.#sql.queryAs<DueDeployment>(due);
  }

  /** deploying → active | disabled; all others keep their status. */
  async deployed({ workspace_id, distribution_id, revision }: DueDeployment): Promise<void> {
    await this.#sql.query(deployed, [workspace_id, distribution_id, revision]);
  }

  async wait({ workspace_id, distribution_id }: DueDeployment, ms: number): Promise<void> {
    await this.#sql.query(wait, [workspace_id, distribution_id, ms]);
  }

  async retry(
    { workspace_id, distribution_id, revision }: DueDeployment,
    ms: number,
    { code, message }: CallFailure,
  ): Promise<void> {
    await this.#sql.query(retry, [workspace_id, distribution_id, ms, code, message, revision]);
  }

  /** deploying → failed */
  async fail({ workspace_id, distribution_id }: DueDeployment, { code, message }: CallFailure): Promise<void> {
    await this.#sql.query(fail, [workspace_id, distribution_id, code, message, newId("aud")]);
  }
}
