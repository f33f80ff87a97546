import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "../client.ts";
import { percentile, round } from "../measure.ts";
import { type Product, until } from "../product.ts";
import { addSimulatedSites, type SimulatedSite, setPace } from "../simulated-sites.ts";
import type { Finding } from "./finding.ts";

const HEALTHY = 3;
const LOAD_MS = 60_000;
/** Between two creates at one site. */
const PAUSE_MS = 500;
const SLOW_MS = 30_000;
const LOOK_MS = 500;
/** A healthy site may be harmed by so much. */
const HARM = { factor: 2, plusMs: 300 };

/** The times and failures that callers and the healthy sites see under load. */
interface Load {
  readonly running: readonly number[];
  readonly subnets: readonly number[];
  readonly answers: readonly number[];
  readonly refused: number;
  readonly failed: number;
  /** The longest time between two runs of a reconciler that compares with a healthy site every ten seconds. */
  readonly gapMs: number;
  /** The most operations that the worker had at once: at healthy sites, and at the others. */
  readonly slots: { readonly healthy: number; readonly sick: number };
}

/**
 * Loads five simulated sites, with one worker: first all answer, then one takes 30 s for each call, and another answers
 * nothing. The three healthy ones must not be harmed: VMs run and networks are applied as soon as before, and
 * reconcilers come round as often.
 */
export async function slowSiteDrill(product: Product): Promise<Finding> {
  const sites = await addSimulatedSites(product, HEALTHY + 2);
  const client = new Client(await product.startApi(), product);
  product.startWorker();
  const without = await loaded(product, client, sites, { name: "before", block: 100 });
  const [slow, silent] = sites.slice(HEALTHY);
  if (slow === undefined || silent === undefined) throw new Error("there are too few sites");
  await setPace(product, slow, { answersAfterMs: SLOW_MS });
  await setPace(product, silent, { silent: true });
  const withSick = await loaded(product, client, sites, { name: "beside", block: 200 });
  console.table([rowOf("all five answer", without), rowOf("one in 30 s, one not at all", withSick)]);
  const harmed = (["running", "subnets"] as const).filter(
    (what) => percentile(withSick[what], 0.99) > percentile(without[what], 0.99) * HARM.factor + HARM.plusMs,
  );
  return {
    drill: `${HEALTHY + 2} sites under load, of which one answers in ${SLOW_MS / 1000} s and another not at all`,
    found:
      `VMs of the healthy sites run after ${ms(without.running, 0.5)} (p99 ${ms(without.running, 0.99)}) without and ` +
      `${ms(withSick.running, 0.5)} (p99 ${ms(withSick.running, 0.99)}) beside them; ` +
      `${withSick.failed} creates of ${withSick.running.length} failed there`,
    holds:
      harmed.length === 0 && withSick.failed === 0 && withSick.refused === 0 && withSick.gapMs < without.gapMs + 5_000,
  };
}

async function loaded(
  product: Product,
  client: Client,
  sites: readonly SimulatedSite[],
  { name, block }: { readonly name: string; readonly block: number },
): Promise<Load> {
  const { pool } = product.database;
  const body = await client.vmBody();
  const healthy = sites.slice(0, HEALTHY);
  const answers: number[] = [];
  let refused = 0;
  const networks = new Map<string, string>();
  for (const [place, { siteId }] of healthy.entries()) {
    const vpc = { name: `${name}-${place}`, site_id: siteId, cidr: `10.${block + place}.0.0/16` };
    const made = await client.post<{ vpc_id: string }>("/networking/vpcs", vpc.name, vpc);
    if (made.status !== 201) throw new Error(`a VPC was answered with ${made.status}`);
    networks.set(siteId, made.body.vpc_id);
  }
  const end = Date.now() + LOAD_MS;
  const send = async (path: string, key: string, sent: unknown, accepted: number) => {
    const at = performance.now();
    const { status } = await client.post(path, key, sent);
    answers.push(performance.now() - at);
    if (status !== accepted) refused += 1;
  };
  const callers = sites.map(async ({ siteId }, place) => {
    for (let number = 0; Date.now() < end; number++) {
      const key = `${name}-${place}-${number}`;
      const next = sleep(PAUSE_MS);
      await send("/compute/cloud-vms", key, { ...body, name: key, site_id: siteId }, 202);
      const vpc = networks.get(siteId);
      const cidr = `10.${block + place}.${number}.0/24`;
      if (vpc !== undefined && number < 250)
        await send(`/networking/vpcs/${vpc}/subnets`, `${key}-net`, { name: key, cidr }, 201);
      await next;
    }
  });
  const looking = look(product, healthy, end);
  await Promise.all(callers);
  const { gapMs, slots } = await looking;
  const ids = healthy.map(({ siteId }) => siteId);
  const isDone = async () => {
    const { rows } = await pool.query<{ open: string }>(
      `SELECT count(*) AS open FROM operation o JOIN vm ON vm.vm_id = o.resource_id
        WHERE o.finished_at IS NULL AND vm.site_id = ANY ($1) AND vm.name LIKE $2`,
      [ids, `${name}-%`],
    );
    return rows[0]?.open === "0";
  };
  await until(isDone, "the VMs of the healthy sites", 300_000);
  const { rows: vms } = await pool.query<{ ms: number; status: string }>(
    `SELECT (extract(epoch FROM o.finished_at - o.submitted_at) * 1000)::float8 AS ms, o.status::text
       FROM operation o JOIN vm ON vm.vm_id = o.resource_id WHERE vm.site_id = ANY ($1) AND vm.name LIKE $2`,
    [ids, `${name}-%`],
  );
  const { rows: subnets } = await pool.query<{ ms: number }>(
    `SELECT (extract(epoch FROM coalesce(s.applied_at, now()) - n.created_at) * 1000)::float8 AS ms
       FROM subnet n JOIN network_state s ON s.resource_type = 'subnet' AND s.resource_id = n.subnet_id
      WHERE n.site_id = ANY ($1) AND n.name LIKE $2`,
    [ids, `${name}-%`],
  );
  return {
    running: vms.map((vm) => vm.ms),
    subnets: subnets.map((subnet) => subnet.ms),
    ...{ answers, refused, gapMs, slots },
    failed: vms.filter(({ status }) => status !== "succeeded").length,
  };
}

/** Looks at the schedule and at the leases until the end. */
async function look(
  product: Product,
  healthy: readonly SimulatedSite[],
  end: number,
): Promise<Pick<Load, "gapMs" | "slots">> {
  const providers = healthy.map(({ provider }) => provider);
  const slots = { healthy: 0, sick: 0 };
  let gapMs = 0;
  for (; Date.now() < end; await sleep(LOOK_MS)) {
    const { rows } = await product.database.pool.query<{ gap: number | null; healthy: number; sick: number }>(
      `SELECT (SELECT max(extract(epoch FROM now() - finished_at) * 1000)::float8 FROM reconciler
                WHERE lane = ANY ($1) AND name LIKE 'reconcile-instances@%') AS gap,
              count(*) FILTER (WHERE input ->> 'provider' = ANY ($1))::int AS healthy,
              count(*) FILTER (WHERE input ->> 'provider' <> ALL ($1))::int AS sick
         FROM operation WHERE finished_at IS NULL AND lease_until > now()`,
      [providers],
    );
    gapMs = Math.max(gapMs, rows[0]?.gap ?? 0);
    slots.healthy = Math.max(slots.healthy, rows[0]?.healthy ?? 0);
    slots.sick = Math.max(slots.sick, rows[0]?.sick ?? 0);
  }
  return { gapMs, slots };
}

function rowOf(sites: string, { running, subnets, answers, gapMs, slots, failed }: Load) {
  return {
    sites,
    "VM runs p50": ms(running, 0.5),
    "VM runs p99": ms(running, 0.99),
    "subnet p50": ms(subnets, 0.5),
    "subnet p99": ms(subnets, 0.99),
    "API p50": ms(answers, 0.5),
    "API p99": ms(answers, 0.99),
    "longest gap of reconcile-instances": `${round(gapMs / 1000, 1)} s`,
    "slots, healthy": slots.healthy,
    "slots, sick": slots.sick,
    failed,
  };
}

function ms(values: readonly number[], part: number): string {
  return `${Math.round(percentile(values, part))} ms`;
}
