import { Client } from "../client.ts";
import { percentile, round } from "../measure.ts";
import { type Product, until } from "../product.ts";
import { addSimulatedSites } from "../simulated-sites.ts";
import { brokenInvariants } from "../storm-invariants.ts";
import type { Finding } from "./finding.ts";

const CREATES = 10_000;
const CALLERS = 32;
const SITES = 10;
const WORKERS = 2;
const WITHIN_MS = 1_800_000;

/** Ten thousand creates over ten sites, as fast as callers can, with two workers. All run, and none twice. */
export async function createsDrill(product: Product): Promise<Finding> {
  const { pool } = product.database;
  const sites = await addSimulatedSites(product, SITES);
  const client = new Client(await product.startApi(), product);
  const body = await client.vmBody();
  for (let worker = 0; worker < WORKERS; worker++) product.startWorker();
  const answers: number[] = [];
  const statuses = new Map<number, number>();
  const began = performance.now();
  const numbers = Array.from({ length: CREATES }, (_, number) => number).values();
  const call = async () => {
    for (const number of numbers) {
      const name = `create-${number}`;
      const at = performance.now();
      const site_id = sites[number % SITES]?.siteId;
      const { status } = await client.post("/compute/cloud-vms", name, { ...body, name, site_id });
      answers.push(performance.now() - at);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  const acceptedS = (performance.now() - began) / 1_000;
  const accepted = statuses.get(202) ?? 0;
  const left = async () => product.database.prisma.operation.count({ where: { finished_at: null } });
  await until(async () => (await left()) === 0, "every create to end", WITHIN_MS);
  const runningS = (performance.now() - began) / 1_000;
  const { rows } = await pool.query<{ running: number; instances: number; names: number }>(
    `SELECT (SELECT count(*)::int FROM vm WHERE status = 'running') AS running, count(*)::int AS instances,
            count(DISTINCT name)::int AS names
       FROM simulated.instance`,
  );
  const { rows: shares } = await pool.query<{ p50: number; p99: number }>(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - submitted_at)) AS p50,
            percentile_cont(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - submitted_at)) AS p99
            FROM operation`,
  );
  const broken = await brokenInvariants(product);
  const [found, seconds] = [rows[0], shares[0]];
  return {
    drill: `${CREATES} creates by ${CALLERS} callers over ${SITES} sites, with ${WORKERS} workers`,
    found:
      `${accepted} accepted in ${round(acceptedS, 1)} s (p50 ${Math.round(percentile(answers, 0.5))} ms, p99 ` +
      `${Math.round(percentile(answers, 0.99))} ms), ${found?.running} run after ${round(runningS, 1)} s ` +
      `(${Math.round(accepted / runningS)} a second; each after ${round(seconds?.p50 ?? 0, 1)} s, p99 ` +
      `${round(seconds?.p99 ?? 0, 1)} s), ${found?.instances} instances of ${found?.names} names; ` +
      `broken: ${broken.join(", ") || "nothing"}`,
    holds:
      accepted === CREATES &&
      found?.running === CREATES &&
      found.instances === CREATES &&
      found.names === CREATES &&
      broken.length === 0,
  };
}
