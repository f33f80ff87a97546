import { setTimeout as sleep } from "node:timers/promises";
import { reconcilers } from "@fulmar/core/worker";
import { Client } from "../client.ts";
import { round } from "../measure.ts";
import { endOf, type MeasuredWorker, type Product, until } from "../product.ts";
import { addSimulatedSites, type SimulatedSite, setPace } from "../simulated-sites.ts";
import type { Finding } from "./finding.ts";

const SITES = 5;
const VMS_PER_SITE = 4;
const MOST_WORKERS = 3;
const SETTLE_MS = 20_000;
const MEASURE_MS = 60_000;
/** Long enough that a worker is at some sites at any moment, also at that of its end. */
const ANSWER_MS = 3_000;
const LEASE_MS = 10_000;
/** A worker looks once a second, on a busy machine. */
const LATE_MS = 3_000;

/**
 * Calls to the providers of sites: those of reconcilers, and the looks at the ownership record, which each process has
 * for itself.
 */
interface Calls {
  readonly work: number;
  readonly looks: number;
}

/** The calls and runs of all workers so far. */
interface Done extends Calls {
  /** The runs of each reconciler, at all sites. */
  readonly runs: ReadonlyMap<string, number>;
  readonly at: number;
}

/**
 * One, two and three workers look after the same sites: no reconciler runs more often than its period allows. Then one
 * is killed, and the others take over what it was working at within its lease.
 */
export async function sharedSitesDrill(product: Product): Promise<Finding> {
  const sites = await addSimulatedSites(product, SITES);
  const workers = [await product.startMeasuredWorker()];
  await makeVms(product, sites);
  const rows: { workers: number; calls: Calls; twice: readonly string[] }[] = [];
  for (let count = 1; count <= MOST_WORKERS; count++) {
    if (workers.length < count) workers.push(await product.startMeasuredWorker());
    await sleep(SETTLE_MS);
    const before = await doneBy(workers);
    await sleep(MEASURE_MS);
    const after = await doneBy(workers);
    const perMinute = (total: number) => round((total * 60_000) / MEASURE_MS / SITES, 1);
    rows.push({
      workers: count,
      calls: { work: perMinute(after.work - before.work), looks: perMinute(after.looks - before.looks) },
      twice: runsTooOften(before, after),
    });
  }
  console.table(
    rows.map(({ workers: count, calls: { work, looks } }) => ({
      workers: count,
      "calls of reconcilers per site and minute": work,
      "looks at the ownership record per site and minute": looks,
    })),
  );
  const takenOverMs = await takeOver(product, sites, workers);
  const twice = rows.flatMap((row) => row.twice);
  return {
    drill: `1 to ${MOST_WORKERS} workers share ${SITES} sites, and one is killed`,
    found:
      `reconcilers call each site ${rows.map(({ calls }) => calls.work).join(", ")} times a minute; more often ` +
      `than their periods allow: ${twice.join(", ") || "none"}; what the killed one was working at is taken ` +
      `over within ${round(takenOverMs / 1000, 1)} s`,
    holds: twice.length === 0 && takenOverMs <= LEASE_MS + LATE_MS,
  };
}

async function makeVms(product: Product, sites: readonly SimulatedSite[]): Promise<void> {
  const client = new Client(await product.startApi(), product);
  const body = await client.vmBody();
  for (const { siteId } of sites)
    for (let number = 0; number < VMS_PER_SITE; number++) {
      const name = `shared-${siteId.slice(-8)}-${number}`;
      const { status } = await client.post("/compute/cloud-vms", name, { ...body, name, site_id: siteId });
      if (status !== 202) throw new Error(`a create was answered with ${status}`);
    }
  const running = () => product.database.prisma.vm.count({ where: { status: "running" } });
  await until(async () => (await running()) === sites.length * VMS_PER_SITE, "the VMs to run");
}

/** The reconcilers of sites that ran more often than each period at each site once. */
function runsTooOften(before: Done, after: Done): string[] {
  const lanes = SITES + 1; // the sites of a new installation share one
  return reconcilers
    .filter(({ name, lanes: atSites, everyMs }) => {
      const runs = (after.runs.get(name) ?? 0) - (before.runs.get(name) ?? 0);
      return atSites !== undefined && runs > lanes * ((after.at - before.at) / everyMs + 1);
    })
    .map(({ name }) => name);
}

const CALLS =
  /^fulmar_provider_call_duration_seconds_count\{provider="simulated:[^"]*",call="([^"]*)",result="[^"]*"\} (\d+)/gm;
const RUNS = /^fulmar_reconciler_duration_seconds_count\{reconciler="([^"]*)",result="[^"]*"\} (\d+)/gm;

async function doneBy(workers: readonly MeasuredWorker[]): Promise<Done> {
  const calls = { work: 0, looks: 0 };
  const runs = new Map<string, number>();
  for (const { metricsUrl } of workers) {
    const text = await (await fetch(metricsUrl)).text();
    for (const [, call, count] of text.matchAll(CALLS))
      calls[call === "inventory.readOwnership" ? "looks" : "work"] += Number(count);
    for (const [, name = "", count] of text.matchAll(RUNS)) runs.set(name, (runs.get(name) ?? 0) + Number(count));
  }
  return { ...calls, runs, at: performance.now() };
}

/** Kills one of the workers. @returns how long others took to have all that it was working at */
async function takeOver(
  product: Product,
  sites: readonly SimulatedSite[],
  [killed]: readonly MeasuredWorker[],
): Promise<number> {
  if (killed === undefined) throw new Error("there is no worker");
  for (const site of sites) await setPace(product, site, { answersAfterMs: ANSWER_MS });
  await sleep(SETTLE_MS);
  const { pool } = product.database;
  await endOf(killed.child, "SIGKILL");
  const killedAt = performance.now();
  const { rows } = await pool.query<{ name: string; lease_owner: string }>(
    "SELECT name, lease_owner FROM reconciler WHERE lane IS NOT NULL AND lease_owner IS NOT NULL",
  );
  const held = async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM reconciler r
         JOIN unnest($1::text[], $2::text[]) AS was (name, owner) ON was.name = r.name AND was.owner = r.lease_owner
          AND r.lease_until < now() + interval '7 seconds'`,
      [rows.map(({ name }) => name), rows.map(({ lease_owner }) => lease_owner)],
    );
    return rowCount ?? 0;
  };
  // A living worker prolongs its leases every three seconds.
  await sleep(4_000);
  if ((await held()) === 0) throw new Error("the killed worker was working at no site");
  await until(async () => (await held()) === 0, "the other workers to take over");
  return performance.now() - killedAt;
}
