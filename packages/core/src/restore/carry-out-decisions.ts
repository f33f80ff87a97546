// Workers carry out what operators decided about sites (docs/adr/0130), by what the commands on the host call.
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { RESOURCE_KINDS } from "@fulmar/providers";
import { z } from "zod";
import { DomainError } from "../request/domain-error.ts";
import { asOperator, type OperatedSite } from "../site/index.ts";
import { DUE } from "../work/due.ts";
import { providerLanes } from "../work/each-provider.ts";
import { SiteFenced } from "../work/fence.ts";
import { DATABASE_ID } from "../work/site-gate.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { adoptAt } from "./adopt-resources.ts";
import type { Decided } from "./decided.ts";
import { discardAt, removeDiscarded } from "./discard-resource.ts";
import { isKnown } from "./find-unknown-resources.ts";
import { fencedSite, resumeFenced } from "./resume-site.ts";

const TIMEOUT_MS = 600_000;
const Kind = z.enum(RESOURCE_KINDS);

// Nobody else takes it for as long as its work may last. What nothing has changed yet is given up after an hour: nobody
// expects it any more.
const claim = statement(
  "site_decision_claim",
  `UPDATE site_decision SET attempts = attempts + 1, due_at = now() + interval '11 minutes'
    WHERE decision_id = (SELECT decision_id FROM site_decision
                          WHERE provider = $provider AND state = 'waiting' AND due_at <= ${DUE}
                          ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING decision_id, site_id, provider, action, kind, resource_id, workspace_id, plan_id, fenced_at, reason,
             settled_at IS NOT NULL AS settled,
             settled_at IS NULL AND decided_at < now() - interval '1 hour' AS late, database_id = ${DATABASE_ID} AS own`,
);
type Decision = RowOf<typeof claim>;

const settle = statement(
  "site_decision_settle",
  `UPDATE site_decision SET settled_at = now()
    WHERE decision_id = $decision_id AND state = 'waiting' AND settled_at IS NULL RETURNING decision_id`,
);

const end = statement(
  "site_decision_end",
  `UPDATE site_decision SET state = $state, ended_at = now(), outcome = $outcome,
          problem = CASE WHEN $state <> 'done' THEN problem END
    WHERE decision_id = $decision_id AND state = 'waiting'`,
);

const postpone = statement(
  "site_decision_postpone",
  `UPDATE site_decision SET due_at = now() + interval '1 minute', problem = $problem
    WHERE decision_id = $decision_id AND state = 'waiting'`,
);

const release = statement(
  "site_decision_release",
  "UPDATE site_decision SET due_at = now() WHERE decision_id = $decision_id AND state = 'waiting'",
);

const place = statement(
  "site_decision_place",
  `SELECT (SELECT f.detail FROM site_fence f WHERE f.provider = $provider AND f.fenced_at IS NOT NULL) AS fenced,
          EXISTS (SELECT FROM unknown_resource u WHERE u.provider = $provider AND u.kind = $kind
                     AND u.resource_id = $resource_id) AS unknown`,
);

/** Another worker has done it. Its transaction wrote that. */
class DoneMeanwhile extends Error {
  override readonly name = "DoneMeanwhile";
}

/**
 * Carries out decisions, one after the other at each site. What the database does is one transaction with the decision's
 * row, so what is repeated changes nothing twice. A site that does not answer, or is fenced, is tried again.
 */
export const carryOutSiteDecisions: Reconciler<WorkerServices> = {
  name: "carry-out-site-decisions",
  everyMs: 5_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const names = lane === undefined ? await services.providerNames() : [lane];
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
async function attempt(services: WorkerServices, decision: Decision, signal: AbortSignal): Promise<void> {
  const { sql } = services.database;
  const { decision_id } = decision;
  const refused = refusalOf(decision);
  if (refused !== null) {
    await sql.query(end, { decision_id, state: "failed", outcome: refused });
    return;
  }
  try {
    await carryOut(services, decision, signal);
  } catch (error) {
    if (error instanceof DoneMeanwhile) return;
    if (signal.aborted) {
      await sql.query(release, { decision_id });
      return;
    }
    if (error instanceof DomainError && error.kind !== "unavailable") {
      const outcome = isGone(error) ? await whereIsIt(sql, decision) : error.message;
      await sql.query(end, { decision_id, state: "failed", outcome });
      return;
    }
    const isOfSite = error instanceof DomainError || error instanceof SiteFenced;
    const problem = isOfSite ? error.message : "A fault of the worker; its log has it.";
    await sql.query(postpone, { decision_id, problem });
    if (!isOfSite) throw error;
  }
}

/** Why it is not even tried. */
function refusalOf({ own, late }: Decision): string | null {
  if (own !== true) return "It was decided in another database, of which this one is a copy.";
  return late === true ? "It could not be carried out within an hour. Decide again later." : null;
}

async function carryOut(services: WorkerServices, decision: Decision, signal: AbortSignal): Promise<void> {
  const { database } = services;
  const { decision_id, action, provider, site_id, kind, resource_id } = decision;
  const inTime = <Value>(work: (both: AbortSignal) => Promise<Value>) =>
    asOperator((timeout) => work(AbortSignal.any([signal, timeout])), TIMEOUT_MS);
  if (action === "resume") {
    const site = await fencedSite(database.sql, site_id);
    if (site.since.getTime() !== decision.fenced_at?.getTime())
      throw new DomainError("conflict", "The site was fenced anew since. Look at why, and decide again.");
    const by = decidedBy(decision, ended);
    await inTime(async (both) => resumeFenced(database, site, await services.observedProvider(provider), both, by));
    return;
  }
  if (kind === null || resource_id === null) throw new Error(`the decision ${decision_id} is about no resource`);
  const openSite = async (): Promise<OperatedSite> => ({
    siteId: site_id,
    providerName: provider,
    provider: await services.provider(provider),
  });
  const { fenced, unknown } = await database.sql.one(place, { provider, kind, resource_id });
  if (fenced !== null) throw new DomainError("unavailable", `The site is fenced: ${fenced}`);
  if (decision.settled !== true) {
    if (unknown !== true) throw new DomainError("not_found", `${resource_id} is no longer unknown.`);
    if (action === "adopt") {
      const request = {
        ids: [resource_id],
        workspaceId: decision.workspace_id ?? undefined,
        planId: decision.plan_id ?? undefined,
      };
      await inTime(async (both) => adoptAt(database, await openSite(), request, both, decidedBy(decision, ended)));
      return;
    }
    await inTime(async (both) =>
      discardAt(database, await openSite(), resource_id, both, decidedBy(decision, settled)),
    );
  } else await inTime(async (both) => removeDiscarded(await openSite(), Kind.parse(kind), resource_id, both));
  await database.sql.query(end, { decision_id, state: "done", outcome: "Deleted from its site." });
}

function decidedBy({ decision_id, reason }: Decision, write: typeof ended): Decided {
  return { reason, settle: (sql, outcome) => write(sql, decision_id, outcome) };
}

async function settled(sql: Sql, decision_id: string): Promise<void> {
  if ((await sql.maybe(settle, { decision_id })) === undefined) throw new DoneMeanwhile();
}

async function ended(sql: Sql, decision_id: string, outcome: string): Promise<void> {
  await settled(sql, decision_id);
  await sql.query(end, { decision_id, state: "done", outcome });
}

function isGone({ kind, code }: DomainError): boolean {
  return kind === "not_found" || code === "not_unknown";
}

async function whereIsIt(sql: Sql, { kind, resource_id }: Decision): Promise<string> {
  if (kind === null || resource_id === null) return "The site was removed.";
  return (await isKnown(sql, Kind.parse(kind), resource_id))
    ? "Nothing was changed: the database knows it by now."
    : "Nothing was changed: the site has it no longer.";
}
