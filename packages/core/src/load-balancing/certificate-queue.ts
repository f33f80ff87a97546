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
       JOIN load_balancer b ON b.workspace_id = c.workspace_id AND b.load_balancer_id = c.load_balancer_id AND b.applied_revision >= c.since_revision
      WHERE c.check_at <= ${DUE} AND ${KEY} <> ALL ($8::text[])
   ), shared AS (
     ${fairShare("due", "due.check_at")}
   )
   SELECT c.workspace_id, c.load_balancer_id, c.domain, c.check_waited, c.check_attempts, c.chain_pem IS NOT NULL AS issued, b.name, b.site_id, site.provider,
          host(a.address) AS public_ip, s.organization_id, s.slow
     FROM shared s JOIN load_balancer_certificate c ON c.workspace_id = s.workspace_id AND c.load_balancer_id = s.load_balancer_id AND c.domain = s.domain
     JOIN load_balancer b ON b.workspace_id = c.workspace_id AND b.load_balancer_id = c.load_balancer_id
     JOIN site ON site.site_id = b.site_id
     LEFT JOIN reserved_ip r ON r.workspace_id = b.workspace_id AND r.attached_load_balancer_id = b.load_balancer_id
     LEFT JOIN public_address a ON a.public_ip_id = r.public_ip_id`,
);

/** A domain that is in force at its load balancer, and whose certificate is to be looked after. */
export type DueCertificate = RowOf<typeof due>;

const IT = "c.workspace_id = $1::bigint AND c.load_balancer_id = $2 AND c.domain = $3";

// The load balancer is applied again with the certificate, without its owner having changed anything.
const keep = statement(
  "load_balancer_certificate_keep",
  `WITH bumped AS (
     UPDATE load_balancer b SET revision = b.revision + 1, apply_at = CASE WHEN b.apply_waited THEN b.apply_at ELSE now() END
       FROM load_balancer_certificate c WHERE ${IT} AND b.workspace_id = c.workspace_id AND b.load_balancer_id = c.load_balancer_id
     RETURNING b.revision
   )
   UPDATE load_balancer_certificate c
      SET chain_pem = $4, key_sealed = $5::bytea, expires_at = $6, issued_revision = coalesce(c.issued_revision, bumped.revision)
     FROM bumped WHERE ${IT}`,
);

const lookAgain = statement(
  "load_balancer_certificate_look_again",
  `UPDATE load_balancer_certificate c
      SET check_at = now() + $4::int * interval '1 millisecond', check_waited = false, check_attempts = CASE WHEN $5::text IS NULL THEN 0 ELSE c.check_attempts + 1 END, problem = $5, refused = $6::boolean
    WHERE ${IT}`,
);

const call = statement(
  "load_balancer_certificate_call_slow",
  `UPDATE load_balancer_certificate c SET check_slow = $4::boolean WHERE ${IT}`,
);

const wait = statement(
  "load_balancer_certificate_wait",
  `UPDATE load_balancer_certificate c SET check_at = now() + $4::int * interval '1 millisecond', check_waited = true WHERE ${IT}`,
);

/** The certificates of load balancers of all workspaces that are due, with what became of them. For the worker. */
export class CertificateQueue implements TenantQueue<DueCertificate> {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  next(room: FairRoom, excluded: readonly string[]): Promise<DueCertificate[]> {
    return this.#sql.query(due, [...roomValues(room), excluded]);
  }

  keyOf(one: DueCertificate): string {
    return idOf(one).join("/");
  }

  async call(one: DueCertificate, slow: boolean): Promise<void> {
    await this.#sql.query(call, [...idOf(one), slow]);
  }

  /** Stores a certificate and makes its load balancer due. A domain that was removed meanwhile stays removed. */
  async keep(one: DueCertificate, chainPem: string, keySealed: Buffer, expiresAt: Date): Promise<void> {
    await this.#sql.query(keep, [...idOf(one), chainPem, keySealed, expiresAt]);
  }

  /**
   * @param problem null: there is a certificate that lasts
   * @param refused whether the problem is the authority's answer
   */
  async lookAgain(one: DueCertificate, afterMs: number, problem: string | null, refused = false): Promise<void> {
    await this.#sql.query(lookAgain, [...idOf(one), afterMs, problem, refused]);
  }

  async wait(one: DueCertificate, ms: number): Promise<void> {
    await this.#sql.query(wait, [...idOf(one), ms]);
  }
}

const idOf = ({ workspace_id, load_balancer_id, domain }: DueCertificate) =>
  [workspace_id, load_balancer_id, domain] as const;
