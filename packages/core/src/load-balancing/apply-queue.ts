import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { addressesWhere, recordOf, rowAtHand, rowsWhere } from "../site/index.ts";
import type { CallFailure } from "../work/call-provider.ts";
import { DUE } from "../work/due.ts";
import { inTurn } from "../work/fair-share.ts";
import { CONFIGURATION_COLUMNS } from "./stored-configuration.ts";

const BATCH = 50;
/** When a balancer that lacks a certificate is applied again. */
const LACKING_MS = 60_000;

const OF_BALANCER = "x.workspace_id = b.workspace_id AND x.load_balancer_id = b.load_balancer_id";
const RECORD = recordOf({
  load_balancer: rowAtHand("load_balancer", "b"),
  load_balancer_pool: rowsWhere("load_balancer_pool", OF_BALANCER),
  load_balancer_target: rowsWhere("load_balancer_target", OF_BALANCER),
  load_balancer_listener: rowsWhere("load_balancer_listener", OF_BALANCER),
  load_balancer_rule: rowsWhere("load_balancer_rule", OF_BALANCER),
  ...addressesWhere(
    (row) => `${row}.workspace_id = b.workspace_id AND ${row}.attached_load_balancer_id = b.load_balancer_id`,
  ),
});

// A VM is reached in the balancer's subnet or VPC if it is there, else by the address that it shows. An address has to
// be one that a machine in a subnet of the balancer's VPC can have; the gateway's is the host itself.
const PLACES = `(
  SELECT coalesce(jsonb_object_agg(t.target_id,
                                   jsonb_build_object('address', place.address, 'subnet_id', place.subnet_id, 'gateway',
                                                      place.gateway)), '{}')
    FROM load_balancer_target t CROSS JOIN LATERAL (
      SELECT coalesce(host(n.private_ip), v.private_ip) AS address, n.subnet_id, host(n.gateway) AS gateway
        FROM vm v LEFT JOIN LATERAL (
          SELECT own.* FROM vpc_node own WHERE own.workspace_id = v.workspace_id AND own.vm_id = v.vm_id
           ORDER BY (own.subnet_id = b.subnet_id) IS TRUE DESC, (own.vpc_id = b.vpc_id) IS TRUE DESC,
                 (host(own.private_ip) = v.private_ip) IS TRUE DESC, own.allocation_id
           LIMIT 1) n ON true
       WHERE v.workspace_id = t.workspace_id AND v.vm_id = t.vm_id
       UNION ALL
      SELECT t.ip, s.subnet_id, host(s.gateway) FROM subnet s
       WHERE s.workspace_id = b.workspace_id AND s.vpc_id = b.vpc_id AND s.cidr >> t.ip::inet
         AND t.ip::inet <> s.gateway AND t.ip <> host(s.cidr) AND t.ip <> host(broadcast(s.cidr))) place
   WHERE ${OF_BALANCER.replaceAll("x.", "t.")})`;

const due = statement(
  "load_balancer_due",
  `SELECT b.workspace_id, b.load_balancer_id, b.name, b.site_id, s.provider, b.revision, host(a.address) AS public_ip,
          b.subnet_id, b.apply_waited, b.apply_attempts,
          ${CONFIGURATION_COLUMNS},
          ${PLACES} AS places,
          ${RECORD} AS record
     FROM load_balancer b JOIN site s ON s.site_id = b.site_id
     LEFT JOIN reserved_ip r ON r.workspace_id = b.workspace_id AND r.attached_load_balancer_id = b.load_balancer_id
     LEFT JOIN public_address a ON a.public_ip_id = r.public_ip_id AND a.isolated_at IS NULL
     JOIN workspace o ON o.workspace_id = b.workspace_id
    WHERE b.apply_at <= ${DUE} AND ($provider::text IS NULL OR s.provider = $provider)
    ORDER BY ${inTurn("o.organization_id", "b.apply_at")} LIMIT ${BATCH}`,
);

/** A load balancer whose provider does not have its newest configuration. All columns come from one snapshot. */
export type DueLoadBalancer = RowOf<typeof due>;

const IT = "workspace_id = $workspace_id::bigint AND load_balancer_id = $load_balancer_id";

const lacking = statement(
  "load_balancer_lacking",
  `UPDATE load_balancer
      SET applied_revision = greatest(applied_revision, $revision::int),
          revision = greatest(revision, $revision::int + 1), applied_at = now(),
          apply_at = now() + CASE WHEN revision > $revision::int THEN 0 ELSE $ms::int END * interval '1 millisecond',
          apply_waited = false, apply_attempts = 0, error_code = $error_code, error_message = $error_message
    WHERE ${IT}`,
);

// If the balancer changed while this revision was being applied, the next application is due at once.
const applied = statement(
  "load_balancer_applied",
  `UPDATE load_balancer
      SET applied_revision = greatest(applied_revision, $revision::int), applied_at = now(),
          apply_at = CASE WHEN revision > $revision::int THEN now() END,
          apply_waited = false, apply_attempts = 0, error_code = NULL, error_message = NULL
    WHERE ${IT}`,
);

const wait = statement(
  "load_balancer_wait",
  `UPDATE load_balancer SET apply_waited = true, apply_at = now() + $ms::int * interval '1 millisecond' WHERE ${IT}`,
);

// If the balancer changed meanwhile, the change may fix the failure, so the next attempt is due at once.
const retry = statement(
  "load_balancer_retry",
  `UPDATE load_balancer
      SET apply_waited = false, apply_attempts = apply_attempts + 1, error_code = $error_code,
          error_message = $error_message,
          apply_at = now() + CASE WHEN revision > $revision::int THEN 0 ELSE $ms::int END * interval '1 millisecond'
    WHERE ${IT}`,
);

/** The queue of due load balancers of all workspaces, with their results. For the worker. */
export class ApplyQueue {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** @param provider of the sites whose balancers they are; by default all */
  next(provider: string | undefined): Promise<DueLoadBalancer[]> {
    return this.#sql.query(due, { provider: provider ?? null });
  }

  /** @param missing what the balancer lacks nevertheless: another revision is due later, which may have it */
  async applied(
    { workspace_id, load_balancer_id, revision }: DueLoadBalancer,
    missing: CallFailure | undefined,
  ): Promise<void> {
    const values = { workspace_id, load_balancer_id, revision };
    if (missing === undefined) await this.#sql.query(applied, values);
    else {
      const { code: error_code, message: error_message } = missing;
      await this.#sql.query(lacking, { ...values, ms: LACKING_MS, error_code, error_message });
    }
  }

  async wait({ workspace_id, load_balancer_id }: DueLoadBalancer, ms: number): Promise<void> {
    await this.#sql.query(wait, { workspace_id, load_balancer_id, ms });
  }

  async retry(
    { workspace_id, load_balancer_id, revision }: DueLoadBalancer,
    ms: number,
    { code: error_code, message: error_message }: CallFailure,
  ): Promise<void> {
    await this.#sql.query(retry, { workspace_id, load_balancer_id, ms, error_code, error_message, revision });
  }
}
