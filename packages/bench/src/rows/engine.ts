import { simulatedProvider } from "@fulmar/providers";
import type { Bench } from "../bench-site.ts";
import { median, type Row, round } from "../measure.ts";
import { endOf, until } from "../product.ts";

const ONE_BY_ONE = 100;
const QUEUED = 1_000;

/**
 * From accepted to succeeded on the simulated provider without latency: one operation at a time, and a queue of a
 * thousand.
 */
export async function engineRows(bench: Bench): Promise<Row[]> {
  await bench.product.database.pool.query("DELETE FROM operation_step");
  await bench.product.database.pool.query(
    "UPDATE operation SET status = 'succeeded', finished_at = now() WHERE status <> 'succeeded'",
  );
  const worker = bench.product.startWorker();
  await createMany(bench, "warm", 20, 1);
  await allEnded(bench, "warm");
  await createMany(bench, "single", ONE_BY_ONE, 1, async (name) => allEnded(bench, name));
  const latencyMs = median(await durations(bench, "single"));
  const providerMs = await providerAlone(bench);
  await endOf(worker);

  await createMany(bench, "queued", QUEUED, 16);
  const drainer = bench.product.startWorker();
  await allEnded(bench, "queued");
  const perSecond = QUEUED / (await drainSeconds(bench));
  await endOf(drainer);
  return [
    {
      row: "Engine: accepted to succeeded, median",
      reference: round(providerMs),
      figure: round(latencyMs, 1),
      unit: "ms",
      ratio: round(latencyMs / providerMs, 1),
      target: "<= 20 ms",
      holds: latencyMs <= 20,
    },
    {
      row: "Engine: 1,000 queued operations",
      reference: null,
      figure: round(perSecond, 0),
      unit: "operations/s",
      ratio: null,
      target: ">= 150/s",
      holds: perSecond >= 150,
    },
  ];
}

async function createMany(
  { api, product, vmBody }: Bench,
  prefix: string,
  count: number,
  abreast: number,
  after: (name: string) => Promise<void> = async () => undefined,
) {
  let next = 0;
  const client = async () => {
    while (next < count) {
      const name = `${prefix}-${next++}`;
      const response = await fetch(`${api}/compute/cloud-vms?workspace_id=${product.workspaceId}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${product.token}`,
          "content-type": "application/json",
          "x-idempotency-key": name,
        },
        body: JSON.stringify({ ...vmBody, name }),
      });
      if (response.status !== 202) throw new Error(`create: ${response.status} ${await response.text()}`);
      await after(name);
    }
  };
  await Promise.all(Array.from({ length: abreast }, client));
}

async function allEnded({ product }: Bench, prefix: string) {
  // Polled while the worker runs on the same cores. So it only looks for one row, and counts afterwards.
  const open = "SELECT FROM operation WHERE finished_at IS NULL LIMIT 1";
  await until(
    async () => (await product.database.pool.query(open)).rowCount === 0,
    `the operations "${prefix}" to end`,
  );
  const { rows } = await product.database.pool.query<{ failed: number }>(
    `SELECT count(*)::int AS failed FROM operation o JOIN vm v ON v.vm_id = o.resource_id
      WHERE v.name LIKE $1 AND o.status <> 'succeeded'`,
    [`${prefix}%`],
  );
  if (rows[0]?.failed !== 0) throw new Error(`${rows[0]?.failed} operations did not succeed`);
}

async function durations({ product }: Bench, prefix: string): Promise<number[]> {
  const { rows } = await product.database.pool.query<{ ms: number }>(
    `SELECT extract(epoch FROM o.finished_at - o.submitted_at)::float8 * 1000 AS ms FROM operation o
       JOIN vm v ON v.vm_id = o.resource_id WHERE v.name LIKE $1`,
    [`${prefix}%`],
  );
  return rows.map((row) => row.ms);
}

/** From the start of the first step to the end of the last operation. */
async function drainSeconds({ product }: Bench): Promise<number> {
  const { rows } = await product.database.pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM max(o.finished_at) - min(s.started_at))::float8 AS seconds
       FROM operation o JOIN vm v ON v.vm_id = o.resource_id JOIN operation_step s ON s.operation_id = o.operation_id
      WHERE v.name LIKE 'queued%'`,
  );
  return rows[0]?.seconds ?? Number.NaN;
}

/** The provider calls of a create alone: the median of as many runs as through the engine. */
async function providerAlone({ product, vmBody }: Bench): Promise<number> {
  const provider = simulatedProvider(product.database.sql).compute;
  const { signal } = new AbortController();
  const times: number[] = [];
  for (let index = 0; index < ONE_BY_ONE; index++) {
    const vmId = `alone-${index}`;
    const started = performance.now();
    await provider.createInstance(
      vmId,
      {
        name: vmId,
        cpu: 1,
        ramMb: 1024,
        diskGb: 20,
        gpuModel: null,
        gpuCount: 0,
        gpus: [],
        planId: vmBody.plan_id,
        templateId: vmBody.template_id,
        tags: [],
        record: { installation_id: "", rows: {} },
      },
      signal,
    );
    await provider.provisionInstance(vmId, signal);
    await provider.configureInstance(vmId, { hostname: vmId, sshKeys: [], userData: null }, signal);
    await provider.startInstance(vmId, signal);
    times.push(performance.now() - started);
    await provider.deleteInstance(vmId, signal);
  }
  return median(times);
}
