import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";
import { auditMove } from "../work/audit-move.ts";
import { DUE } from "../work/due.ts";
import { type FairRoom, fairShare, roomValues } from "../work/fair-share.ts";
import type { TenantQueue } from "../work/work-fairly.ts";
import type { Delegation } from "./claim.ts";

/** How long an active zone may go without proof. */
const PROOF_WITHIN = "interval '72 hours'";

const due = statement(
  "dns_claim_due",
  `WITH due AS (
     SELECT z.zone_id, z.check_at, z.check_slow AS slow, z.workspace_id, w.organization_id
       FROM dns_zone z JOIN workspace w ON w.workspace_id = z.workspace_id
      WHERE z.check_at <= ${DUE} AND z.zone_id <> ALL ($excluded::text[])
   ), shared AS (
     ${fairShare("due", "due.check_at")}
   )
   SELECT z.workspace_id, z.zone_id, z.name, z.status, z.proof_token, z.dnssec, z.dnssec_public_key, z.check_waited,
          z.check_attempts,
          coalesce(z.proof_lost_at < now() - ${PROOF_WITHIN}, false) AS overdue, s.organization_id, s.slow
     FROM shared s JOIN dns_zone z ON z.workspace_id = s.workspace_id AND z.zone_id = s.zone_id`,
);

/** A zone whose check is due. `overdue`: it is active and lost its proof more than 72 hours ago. */
export type DueClaim = RowOf<typeof due>;

const call = statement(
  "dns_claim_call_slow",
  `UPDATE dns_zone SET check_slow = $check_slow::boolean
    WHERE workspace_id = $workspace_id::bigint AND zone_id = $zone_id`,
);

const IT = "z.workspace_id = $workspace_id::bigint AND z.zone_id = $zone_id AND z.status = $status";
const LATER = "now() + $ms::int * interval '1 millisecond'";
const EVENT = { actor: "check-zones", resource: "zone_id" };

const wait = statement("dns_claim_wait", `UPDATE dns_zone z SET check_waited = true, check_at = ${LATER} WHERE ${IT}`);

const look = statement(
  "dns_claim_look_again",
  `UPDATE dns_zone z
      SET checked_at = now(), check_waited = false, check_attempts = check_attempts + 1, check_at = ${LATER},
          delegated_to = coalesce($delegated_to::text[], delegated_to),
          delegation_ds = coalesce($delegation_ds::text[], delegation_ds), problem = $problem,
          proof_lost_at = CASE WHEN $lost::boolean THEN coalesce(proof_lost_at, now()) ELSE proof_lost_at END
    WHERE ${IT}`,
);

// An active zone has something to apply, and a pending one has not.
const PROVEN = `checked_at = now(), check_waited = false, check_attempts = 0, check_at = ${LATER},
          delegated_to = $delegated_to::text[], delegation_ds = $delegation_ds::text[], problem = $problem,
          proof_lost_at = NULL`;

const confirm = statement("dns_claim_confirm", `UPDATE dns_zone z SET ${PROVEN} WHERE ${IT}`);

const activate = statement(
  "dns_claim_activate",
  `WITH activated AS (
     UPDATE dns_zone z SET status = 'active', apply_at = now(), apply_waited = false, apply_attempts = 0,
            applied_revision = 0, ${PROVEN}
      WHERE ${IT} RETURNING z.workspace_id, z.zone_id
   )
   ${auditMove("activated", { ...EVENT, action: "'dnsZone.activated'" })}`,
);

const release = statement(
  "dns_claim_release",
  `WITH released AS (
     UPDATE dns_zone z SET status = 'pending', apply_at = NULL, applied_at = NULL, error_message = NULL,
            proof_lost_at = NULL, checked_at = now(), check_waited = false, check_at = ${LATER},
            delegated_to = $delegated_to::text[], delegation_ds = $delegation_ds::text[], problem = $problem
      WHERE ${IT} RETURNING z.workspace_id, z.zone_id
   )
   ${auditMove("released", { ...EVENT, action: "'dnsZone.released'" })}`,
);

const recheck = statement(
  "dns_claim_recheck",
  "UPDATE dns_zone SET check_at = least(check_at, now()) WHERE name = $name AND status = 'active' AND NOT check_waited",
);

/** What a check found. `delegation` is null if the registry did not answer. */
export interface Finding {
  readonly delegation: Delegation | null;
  readonly problem: string | null;
  readonly nextMs: number;
}

/**
 * The queue of due checks of the zones of all workspaces, with their results. For the worker. A result applies only if
 * the status is still the one that was read.
 */
export class ClaimQueue implements TenantQueue<DueClaim> {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  next(room: FairRoom, excluded: readonly string[]): Promise<DueClaim[]> {
    return this.#sql.query(due, { ...roomValues(room), excluded });
  }

  keyOf({ zone_id }: DueClaim): string {
    return zone_id;
  }

  async call({ workspace_id, zone_id }: DueClaim, slow: boolean): Promise<void> {
    await this.#sql.query(call, { workspace_id, zone_id, check_slow: slow });
  }

  async wait(claim: DueClaim, ms: number): Promise<void> {
    await this.#sql.query(wait, { ...idOf(claim), ms });
  }

  /** Keeps the status. @param lost whether DNS answered without the proof of an active zone */
  async lookAgain(claim: DueClaim, finding: Finding, lost: boolean): Promise<void> {
    await this.#sql.query(look, { ...valuesOf(claim, finding), lost });
  }

  /** Keeps the zone active. */
  async confirm(claim: DueClaim, finding: Finding): Promise<void> {
    await this.#sql.query(confirm, valuesOf(claim, finding));
  }

  /** pending → active. Fails on `dns_zone_served_unique` when another zone of the name is active. */
  async activate(claim: DueClaim, finding: Finding): Promise<void> {
    await this.#sql.query(activate, { ...valuesOf(claim, finding), audit_event_id: newId("aud") });
  }

  /** active → pending. The name servers stop answering for it. */
  async release(claim: DueClaim, finding: Finding): Promise<void> {
    await this.#sql.query(release, { ...valuesOf(claim, finding), audit_event_id: newId("aud") });
  }

  /** Makes the check of the active zone of this name due now, because another claim of it is proven. */
  async recheck({ name }: DueClaim): Promise<void> {
    await this.#sql.query(recheck, { name });
  }
}

const idOf = ({ workspace_id, zone_id, status }: DueClaim) => ({ workspace_id, zone_id, status });

const valuesOf = (claim: DueClaim, { delegation, problem, nextMs }: Finding) => ({
  ...idOf(claim),
  delegated_to: delegation?.name_servers ?? null,
  delegation_ds: delegation?.ds_records ?? null,
  problem,
  ms: nextMs,
});
