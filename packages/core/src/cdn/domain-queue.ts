import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";
import { auditMove } from "../work/audit-move.ts";
import { DUE } from "../work/due.ts";
import { type FairRoom, fairShare, roomValues } from "../work/fair-share.ts";
import type { TenantQueue } from "../work/work-fairly.ts";
import { queueDeployment } from "./edge.ts";

/** How long an owner has to prove a domain, and how long an active domain may go without proof. */
const PROOF_WITHIN = "interval '72 hours'";

const KEY = "c.workspace_id || '/' || c.domain";

const due = statement(
  "cdn_domain_due",
  `WITH due AS (
     SELECT c.workspace_id, c.domain, c.check_at, c.check_slow AS slow, w.organization_id
       FROM cdn_custom_domain c JOIN workspace w ON w.workspace_id = c.workspace_id
      WHERE c.check_at <= ${DUE} AND ${KEY} <> ALL ($excluded::text[])
   ), shared AS (
     ${fairShare("due", "due.check_at")}
   )
   SELECT c.workspace_id, c.domain, c.distribution_id, d.name, c.status::text, c.validation_token, c.check_waited,
          c.check_attempts,
          CASE c.status WHEN 'active' THEN coalesce(c.proof_lost_at, now())
               ELSE c.created_at END < now() - ${PROOF_WITHIN} AS overdue, s.organization_id, s.slow
     FROM shared s JOIN cdn_custom_domain c ON c.workspace_id = s.workspace_id AND c.domain = s.domain
     JOIN cdn_distribution d ON d.workspace_id = c.workspace_id AND d.distribution_id = c.distribution_id`,
);

const call = statement(
  "cdn_domain_call_slow",
  `UPDATE cdn_custom_domain SET check_slow = $check_slow::boolean
    WHERE workspace_id = $workspace_id::bigint AND domain = $domain`,
);

/**
 * A custom domain whose check is due, with the name of its distribution. `overdue`: it was added, or lost its proof,
 * more than 72 hours ago.
 */
export type DueDomain = RowOf<typeof due>;

// If the domain was removed and added again meanwhile, its token has changed, and the result does not apply to the new
// row.
const IT = `c.workspace_id = $workspace_id::bigint AND c.domain = $domain AND c.validation_token = $validation_token
   AND c.status = $status::cdn_custom_domain_status`;
const LATER = "now() + $ms::int * interval '1 millisecond'";

const EVENT = { actor: "check-domains", resource: "domain" };

const wait = statement(
  "cdn_domain_wait",
  `UPDATE cdn_custom_domain c SET check_waited = true, check_at = ${LATER} WHERE ${IT}`,
);

const look = statement(
  "cdn_domain_look_again",
  `UPDATE cdn_custom_domain c
      SET checked_at = now(), check_waited = false, check_attempts = check_attempts + 1, check_at = ${LATER},
          problem = $problem,
          proof_lost_at = CASE WHEN $lost::boolean THEN coalesce(proof_lost_at, now()) ELSE proof_lost_at END,
          tls_status = CASE WHEN c.status = 'active' AND $renewing::boolean THEN 'renewing' ELSE tls_status END
    WHERE ${IT}`,
);

const prove = statement(
  "cdn_domain_prove",
  `UPDATE cdn_custom_domain c
      SET status = 'pending_tls', tls_status = 'pending', checked_at = now(), check_waited = false, check_attempts = 0,
          check_at = now(), problem = NULL
    WHERE ${IT}`,
);

// Only a first certificate makes a deployment due. The edge already serves a domain whose certificate is renewed.
const certify = statement(
  "cdn_domain_certify",
  `WITH certified AS (
     UPDATE cdn_custom_domain c
        SET status = 'active', tls_status = 'issued', certificate_expires_at = $certificate_expires_at,
            checked_at = now(), check_waited = false, check_attempts = 0,
            check_at = ${LATER}, problem = NULL, proof_lost_at = NULL
      WHERE ${IT} RETURNING c.workspace_id, c.distribution_id, c.domain
   ), edge_queued AS (
     UPDATE cdn_distribution d SET ${queueDeployment("$status = 'pending_tls'")} FROM certified
      WHERE d.workspace_id = certified.workspace_id AND d.distribution_id = certified.distribution_id
   )
   ${auditMove("certified", {
     ...EVENT,
     action: "'cdnCustomDomain.activated'",
     when: "$status = 'pending_tls'",
   })}`,
);

const confirm = statement(
  "cdn_domain_confirm",
  `UPDATE cdn_custom_domain c
      SET checked_at = now(), check_waited = false, check_attempts = 0, check_at = ${LATER}, problem = NULL,
          proof_lost_at = NULL
    WHERE ${IT}`,
);

const fail = statement(
  "cdn_domain_fail",
  `WITH failed AS (
     UPDATE cdn_custom_domain c
        SET status = 'failed', tls_status = CASE WHEN c.status = 'pending_tls' THEN 'failed' END, checked_at = now(),
            check_waited = false, check_at = NULL,
            problem = $problem
      WHERE ${IT} RETURNING c.workspace_id, c.distribution_id, c.domain
   ), edge_queued AS (
     UPDATE cdn_distribution d SET ${queueDeployment("$status = 'active'")} FROM failed
      WHERE d.workspace_id = failed.workspace_id AND d.distribution_id = failed.distribution_id
   )
   ${auditMove("failed", { ...EVENT, action: "'cdnCustomDomain.failed'" })}`,
);

const recheck = statement(
  "cdn_domain_recheck",
  `UPDATE cdn_custom_domain SET check_at = least(check_at, now())
    WHERE domain = $domain AND status IN ('pending_tls', 'active') AND NOT check_waited`,
);

/**
 * The queue of due checks of the custom domains of all workspaces, with their results. For the worker. A change of
 * status applies only if the status is still the one that was read.
 */
export class DomainQueue implements TenantQueue<DueDomain> {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  next(room: FairRoom, excluded: readonly string[]): Promise<DueDomain[]> {
    return this.#sql.query(due, { ...roomValues(room), excluded });
  }

  keyOf({ workspace_id, domain }: DueDomain): string {
    return `${workspace_id}/${domain}`;
  }

  async call({ workspace_id, domain }: DueDomain, slow: boolean): Promise<void> {
    await this.#sql.query(call, { workspace_id, domain, check_slow: slow });
  }

  async wait(domain: DueDomain, ms: number): Promise<void> {
    await this.#sql.query(wait, { ...idOf(domain), ms });
  }

  /**
   * Keeps the status and schedules another check.
   * @param because `proof`: DNS answered without the proof. `certificate`: there is none yet, or no new one
   */
  async lookAgain(
    domain: DueDomain,
    { afterMs, problem, because }: { afterMs: number; problem: string; because?: "proof" | "certificate" },
  ): Promise<void> {
    await this.#sql.query(look, {
      ...idOf(domain),
      ms: afterMs,
      problem,
      lost: because === "proof",
      renewing: because === "certificate",
    });
  }

  /**
   * pending_validation → pending_tls. Fails on `cdn_custom_domain_owner_unique` when the domain belongs to another
   * distribution.
   */
  async prove(domain: DueDomain): Promise<void> {
    await this.#sql.query(prove, idOf(domain));
  }

  /** pending_tls → active, or renews the certificate. */
  async certify(domain: DueDomain, expiresAt: Date, nextCheckMs: number): Promise<void> {
    await this.#sql.query(certify, {
      ...idOf(domain),
      certificate_expires_at: expiresAt,
      ms: nextCheckMs,
      audit_event_id: newId("aud"),
    });
  }

  /** Keeps the domain active. */
  async confirm(domain: DueDomain, nextCheckMs: number): Promise<void> {
    await this.#sql.query(confirm, { ...idOf(domain), ms: nextCheckMs });
  }

  /** → failed. An active domain is removed from the edge. */
  async fail(domain: DueDomain, problem: string): Promise<void> {
    await this.#sql.query(fail, { ...idOf(domain), problem, audit_event_id: newId("aud") });
  }

  /** Makes the check of the domain's present owner due now, because another owner has proved the domain. */
  async recheck({ domain }: DueDomain): Promise<void> {
    await this.#sql.query(recheck, { domain });
  }
}

const idOf = ({ workspace_id, domain, validation_token, status }: DueDomain) => ({
  workspace_id,
  domain,
  validation_token,
  status,
});
