import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { DUE } from "../work/due.ts";
import { type FairRoom, fairShare, roomValues } from "../work/fair-share.ts";
import type { TenantQueue } from "../work/work-fairly.ts";

const KEY = "c.workspace_id || '/' || c.load_balancer_id || '/' || c.domain";

const due = statement(
  "load_balancer_certificate_due",
  `WITH due AS (
     SELECT c.workspace_id, c.load_balancer_id, c.domain, c.check_at, c.check_slow AS slow, w.organization_id
       FROM load_balancer_certificate c JOIN workspace w ON w.workspace_id = c.workspace_id
       JOIN load_balancer b ON b.workspace_id = c.workspace_id AND b.load_balancer_id = c.load_balancer_id
        AND b.applied_revision >= c.since_revision
      WHERE c.check_at <= ${DUE} AND ${KEY} <> ALL ($excluded::text[])
   ), shared AS (
     ${fairShare("due", "due.check_at")}
   )
   SELECT c.workspace_id, c.load_balancer_id, c.domain, c.check_waited, c.check_attempts,
          c.chain_pem IS NOT NULL AS issued, b.name, b.site_id, site.provider,
          host(a.address) AS public_ip, s.organization_id, s.slow
     FROM shared s
     JOIN load_balancer_certificate c ON c.workspace_id = s.workspace_id AND c.load_balancer_id = s.load_balancer_id
      AND c.domain = s.domain
     JOIN load_balancer b ON b.workspace_id = c.workspace_id AND b.load_balancer_id = c.load_balancer_id
     JOIN site ON site.site_id = b.site_id
     LEFT JOIN reserved_ip r ON r.workspace_id = b.workspace_id AND r.attached_load_balancer_id = b.load_balancer_id
     LEFT JOIN public_address a ON a.public_ip_id = r.public_ip_id`,
);

/** A domain that is in force at its load balancer, and whose certificate is to be looked after. */
export type DueCertificate = RowOf<typeof due>;

const IT = "c.workspace_id = $workspace_id::bigint AND c.load_balancer_id = $load_balancer_id AND c.domain = $domain";

// The load balancer is applied again with the certificate, without its owner having changed anything.
const keep = statement(
  "load_balancer_certificate_keep",
  `WITH bumped AS (
     UPDATE load_balancer b
        SET revision = b.revision + 1, apply_at = CASE WHEN b.apply_waited THEN b.apply_at ELSE now() END
       FROM load_balancer_certificate c
      WHERE ${IT} AND b.workspace_id = c.workspace_id AND b.load_balancer_id = c.load_balancer_id
     RETURNING b.revision
   )
   UPDATE load_balancer_certificate c
      SET chain_pem = $chain_pem, key_sealed = $key_sealed::bytea, expires_at = $expires_at,
          issued_revision = coalesce(c.issued_revision, bumped.revision)
     FROM bumped WHERE ${IT}`,
);

const lookAgain = statement(
  "load_balancer_certificate_look_again",
  `UPDATE load_balancer_certificate c
      SET check_at = now() + $ms::int * interval '1 millisecond', check_waited = false,
          check_attempts = CASE WHEN $problem::text IS NULL THEN 0 ELSE c.check_attempts + 1 END, problem = $problem,
          refused = $refused::boolean
    WHERE ${IT}`,
);

const call = statement(
  "load_balancer_certificate_call_slow",
  `UPDATE load_balancer_certificate c SET check_slow = $check_slow::boolean WHERE ${IT}`,
);

const wait = statement(
  "load_balancer_certificate_wait",
  `UPDATE load_balancer_certificate c SET check_at = now() + $ms::int * interval '1 millisecond', check_waited = true
    WHERE ${IT}`,
);

/** The certificates of load balancers of all workspaces that are due, with what became of them. For the worker. */
export class CertificateQueue implements TenantQueue<DueCertificate> {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  next(room: FairRoom, excluded: readonly string[]): Promise<DueCertificate[]> {
    return this.#sql.query(due, { ...roomValues(room), excluded });
  }

  keyOf({ workspace_id, load_balancer_id, domain }: DueCertificate): string {
    return `${workspace_id}/${load_balancer_id}/${domain}`;
  }

  async call(one: DueCertificate, slow: boolean): Promise<void> {
    await this.#sql.query(call, { ...idOf(one), check_slow: slow });
  }

  /** Stores a certificate and makes its load balancer due. A domain that was removed meanwhile stays removed. */
  async keep(one: DueCertificate, chainPem: string, keySealed: Buffer, expiresAt: Date): Promise<void> {
    await this.#sql.query(keep, {
      ...idOf(one),
      chain_pem: chainPem,
      key_sealed: keySealed,
      expires_at: expiresAt,
    });
  }

  /**
   * @param problem null: there is a certificate that lasts
   * @param refused whether the problem is the authority's answer
   */
  async lookAgain(one: DueCertificate, afterMs: number, problem: string | null, refused = false): Promise<void> {
    await this.#sql.query(lookAgain, { ...idOf(one), ms: afterMs, problem, refused });
  }

  async wait(one: DueCertificate, ms: number): Promise<void> {
    await this.#sql.query(wait, { ...idOf(one), ms });
  }
}

const idOf = ({ workspace_id, load_balancer_id, domain }: DueCertificate) => ({
  workspace_id,
  load_balancer_id,
  domain,
});
