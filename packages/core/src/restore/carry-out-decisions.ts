// Workers carry out what operators decided about sites (docs/adr/0130), by what the commands on the host call.
import type { Configuration } from "@fulmar/config";
import { NO_SITE, SiteResourceKind } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { RESOURCE_KINDS } from "@fulmar/providers";
import { z } from "zod";
import { createAdmission } from "../billing/index.ts";
import { DomainError } from "../request/domain-error.ts";
import { asOperator, type OperatedSite } from "../site/index.ts";
import { DUE } from "../work/due.ts";
import { providerLanes } from "../work/each-provider.ts";
import { SiteFenced } from "../work/fence.ts";
import { LEASE, LeaseLost, whileLeased } from "../work/lease.ts";
import { DATABASE_ID } from "../work/site-gate.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { adoptMachineAt, type MachineAdoption } from "./adopt-machine.ts";
import { adoptAt } from "./adopt-resources.ts";
import type { Decided } from "./decided.ts";
import { discardAt, discardDistribution, removeDiscarded } from "./discard-resource.ts";
import { isKnown } from "./find-unknown-resources.ts";
import { fencedSite, resumeFenced } from "./resume-site.ts";
import { doErrand, isErrand } from "./site-errands.ts";

const TIMEOUT_MS = 600_000;
const Kind = z.enum(RESOURCE_KINDS);

/** SQL: the decision is still the worker's that has made this attempt. */
const HELD = "decision_id = $decision_id AND attempts = $attempts AND state = 'waiting'";

// What nothing has changed yet is given up after an hour: nobody expects it any more.
const claim = statement(
  "site_decision_claim",
  `UPDATE site_decision SET attempts = attempts + 1, due_at = ${LEASE}
    WHERE decision_id = (SELECT decision_id FROM site_decision
                          WHERE provider = $provider AND state = 'waiting' AND due_at <= ${DUE}
                          ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING decision_id, site_id, provider, action, kind, resource_id, name, workspace_id, plan_id, vm_name, force,
             fenced_at, reason, attempts, settled_at IS NOT NULL AS settled,
             settled_at IS NULL AND decided_at < now() - interval '1 hour' AS late, request_sealed, database_id = ${DATABASE_ID} AS own`,
);
type Decision = RowOf<typeof claim>;

const renew = statement(
  "site_decision_renew",
  `UPDATE site_decision SET due_at = ${LEASE} WHERE ${HELD} RETURNING decision_id`,
);

// A database that was fenced, replaced or restored since the site was compared with it settles nothing.
const settle = statement(
  "site_decision_settle",
  `UPDATE site_decision d SET settled_at = now()
    WHERE ${HELD} AND settled_at IS NULL
      AND ($epoch::bigint IS NULL
           OR EXISTS (SELECT FROM site_fence f WHERE f.provider = d.provider AND f.fenced_at IS NULL
                         AND f.epoch >= $epoch AND f.database_id = d.database_id AND d.database_id = ${DATABASE_ID}))
   RETURNING decision_id`,
);

const end = statement(
  "site_decision_end",
  `UPDATE site_decision SET state = $state, ended_at = now(), outcome = $outcome, request_sealed = NULL,
          problem = CASE WHEN $state <> 'done' THEN problem END
    WHERE ${HELD}`,
);

const postpone = statement(
  "site_decision_postpone",
  `UPDATE site_decision SET due_at = now() + interval '1 minute', problem = $problem WHERE ${HELD}`,
);

const release = statement("site_decision_release", `UPDATE site_decision SET due_at = now() WHERE ${HELD}`);

// A site that is not connected yet has no lane of its own.
const waiting = statement("site_decision_lanes", "SELECT DISTINCT provider FROM site_decision WHERE state = 'waiting'");

const place = statement(
  "site_decision_place",
  `SELECT (SELECT f.detail FROM site_fence f WHERE f.provider = $provider AND f.fenced_at IS NOT NULL) AS fenced,
          (SELECT f.epoch FROM site_fence f WHERE f.provider = $provider) AS epoch,
          EXISTS (SELECT FROM unknown_resource u WHERE u.provider = $provider AND u.kind = $kind
                     AND u.resource_id = $resource_id) AS unknown`,
);

type DecisionServices = WorkerServices & {
  readonly configuration: Pick<
    Configuration,
    "billingUrl" | "billingTimeoutMs" | "fundsHorizonHours" | "secrets" | "simulatedSiteUrl" | "webhookPrivateTargets"
  >;
};

async function lanesOf(services: DecisionServices): Promise<string[]> {
  const rows = await services.database.sql.query(waiting);
  return [...new Set([...(await providerLanes(services)), ...rows.map(({ provider }) => provider), NO_SITE])];
}

/**
 * Carries out decisions, one after the other at each site. What the database does is one transaction with the decision's
 * row, so what is repeated changes nothing twice. A site that does not answer, or is fenced, is tried again. A worker
 * that dies loses its decision within half a minute.
 */
export const carryOutSiteDecisions: Reconciler<DecisionServices> = {
  name: "carry-out-site-decisions",
  everyMs: 5_000,
  lanes: lanesOf,
  async run(services, signal, lane) {
    const names = lane === undefined ? await lanesOf(services) : [lane];
    const failures: unknown[] = [];
    for (const provider of names) {
      for (;;) {
        signal.throwIfAborted();
        const decision = await services.database.sql.maybe(claim, { provider });
        if (decision === undefined) break;
        await attempt(services, decision, signal).catch((error: unknown) => failures.push(error));
      }
    }
    signal.throwIfAborted();
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `${failures.length} decisions could not be carried out: ${failures.join("; ")}`,
      );
  },
};

/** @throws what is neither a refusal nor a site's fault */
async function attempt(services: DecisionServices, decision: Decision, signal: AbortSignal): Promise<void> {
  const { sql } = services.database;
  const { decision_id, attempts } = decision;
  const held = { decision_id, attempts };
  const refused = refusalOf(decision);
  if (refused !== null) {
    await sql.query(end, { ...held, state: "failed", outcome: refused });
    return;
  }
  try {
    await whileLeased(
      async () => (await sql.maybe(renew, held)) !== undefined,
      (lost) => carryOut(services, decision, AbortSignal.any([signal, lost])),
    );
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (signal.aborted) {
      await sql.query(release, held);
      return;
    }
    if (error instanceof DomainError && (error.kind !== "unavailable" || isErrand(decision.action))) {
      const outcome = isGone(error) ? await whereIsIt(sql, decision, error) : error.message;
      await sql.query(end, { ...held, state: "failed", outcome });
      return;
    }
    const problem = problemOf(error);
    await sql.query(postpone, { ...held, problem: problem ?? "A fault of the worker; its log has it." });
    if (problem === null) throw error;
  }
}

/** What a site's fault is told as. Null for a fault of ours. */
function problemOf(error: unknown): string | null {
  if (error instanceof SiteFenced) return `The site is fenced: ${error.message}`;
  return error instanceof DomainError ? error.message : null;
}

/** Why it is not even tried. */
function refusalOf({ own, late }: Decision): string | null {
  if (own !== true) return "It was decided in another database, of which this one is a copy.";
  return late === true ? "It could not be carried out within an hour. Decide again later." : null;
}

async function carryOut(services: DecisionServices, decision: Decision, signal: AbortSignal): Promise<void> {
  const { database, gate } = services;
  const { decision_id, attempts, action, provider, site_id, kind, resource_id } = decision;
  if (isErrand(action)) {
    const outcome = await doErrand(services, decision, signal);
    await database.sql.query(end, { decision_id, attempts, state: "done", outcome });
    return;
  }
  const inTime = <Value>(work: (both: AbortSignal) => Promise<Value>) =>
    asOperator((timeout) => work(AbortSignal.any([signal, timeout])), TIMEOUT_MS);
  if (action === "resume") {
    const site = await fencedSite(database.sql, site_id);
    if (site.since.getTime() !== decision.fenced_at?.getTime())
      throw new DomainError("conflict", "The site was fenced anew since. Look at why, and decide again.");
    const by = decidedBy(decision, null, ended);
    await inTime(async (both) => resumeFenced(database, site, await services.observedProvider(provider), both, by));
    return;
  }
  if (kind === null || resource_id === null) throw new Error(`the decision ${decision_id} is about no resource`);
  if (kind === "cdn_distribution") {
    await discardDistribution(database, resource_id, decidedBy(decision, null, ended));
    return;
  }
  const port = await inTime(async () => {
    const opened = await services.provider(provider);
    // What was seen of the site some seconds ago is no proof that this database drives it.
    await gate.advance(provider, opened.inventory);
    return opened;
  });
  const site: OperatedSite = { siteId: site_id, providerName: provider, provider: port };
  const { fenced, epoch, unknown } = await database.sql.one(place, { provider, kind, resource_id });
  if (fenced !== null) throw new DomainError("unavailable", `The site is fenced: ${fenced}`);
  if (kind === "machine") {
    const admission = createAdmission(services.configuration);
    const adopting = { database, admission, by: decidedBy(decision, epoch, ended) };
    const request = machineRequest(decision, resource_id);
    await inTime((both) => adoptMachineAt(adopting, site, request, both));
    return;
  }
  if (decision.settled !== true) {
    if (unknown !== true) throw new DomainError("not_found", `${resource_id} is no longer unknown.`);
    if (action === "adopt") {
      const request = {
        ids: [resource_id],
        workspaceId: decision.workspace_id ?? undefined,
        planId: decision.plan_id ?? undefined,
      };
      await inTime((both) => adoptAt(database, site, request, both, decidedBy(decision, epoch, ended)));
      return;
    }
    await inTime((both) => discardAt(database, site, resource_id, both, decidedBy(decision, epoch, settled)));
  } else await inTime((both) => removeDiscarded(site, Kind.parse(kind), resource_id, both));
  await database.sql.query(end, { decision_id, attempts, state: "done", outcome: "Deleted from its site." });
}

/** @throws Error for a decision that no request writes */
function machineRequest(
  { decision_id, site_id, workspace_id, plan_id, vm_name, force }: Decision,
  machine: string,
): MachineAdoption {
  if (workspace_id === null) throw new Error(`the decision ${decision_id} names no workspace`);
  const chosen = { name: vm_name ?? undefined, planId: plan_id ?? undefined };
  return { siteId: site_id, machine, workspaceId: workspace_id, ...chosen, force, dryRun: false };
}

type Write = (sql: Sql, held: Held, outcome: string) => Promise<void>;

interface Held extends Pick<Decision, "decision_id" | "attempts"> {
  /** The epoch in which the site was compared with this database. Null where none was. */
  readonly epoch: bigint | null;
}

function decidedBy({ decision_id, attempts, reason }: Decision, epoch: bigint | null, write: Write): Decided {
  return { reason, settle: (sql, outcome) => write(sql, { decision_id, attempts, epoch }, outcome) };
}

async function settled(sql: Sql, held: Held): Promise<void> {
  if ((await sql.maybe(settle, { ...held })) === undefined) throw new LeaseLost();
}

async function ended(sql: Sql, held: Held, outcome: string): Promise<void> {
  await settled(sql, held);
  const { decision_id, attempts } = held;
  await sql.query(end, { decision_id, attempts, state: "done", outcome });
}

function isGone({ kind, code }: DomainError): boolean {
  return kind === "not_found" || code === "not_unknown";
}

async function whereIsIt(sql: Sql, { kind, resource_id }: Decision, error: DomainError): Promise<string> {
  if (kind === null || resource_id === null) return "The site was removed.";
  if (kind === "machine") return error.message;
  return (await isKnown(sql, SiteResourceKind.parse(kind), resource_id))
    ? "Nothing was changed: the database knows it by now."
    : `Nothing was changed: ${kind === "cdn_distribution" ? "the edges have" : "the site has"} it no longer.`;
}
