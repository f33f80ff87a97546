import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { cpuSecondsOf, cpuSecondsOfServer, memoryOf } from "./idle/cpu.ts";
import { growthOf, MINUTES_OF_METRICS, meteredMegabytes, sizesOf, USAGE_RECORDS } from "./idle/growth.ts";
import { packHour } from "./idle/packed-hour.ts";
import { periodsOf } from "./idle/periods.ts";
import { makeRunningVms } from "./idle/running-vms.ts";
import { type Row, round } from "./measure.ts";
import { endOf, Product } from "./product.ts";

/** The first runs of reconcilers compare everything. */
const SETTLE_MS = 60_000;
const MOST_MEGABYTES = 5;
/**
 * An hour of minutes of more VMs needs more room than a machine for tests has: it is not packed, and growth is left
 * out.
 */
const MOST_PACKED = 200_000;

const { values } = parseArgs({
  options: {
    vms: { type: "string", default: "1000,10000,100000" },
    minutes: { type: "string", default: "4" },
    sites: { type: "string", default: "0" },
  },
});

/**
 * Measures a worker that has nothing to do but to look after running VMs: the processor time of worker and PostgreSQL,
 * and by how much the database grows. `--vms` lists numbers of VMs, `--minutes` says for how long each is measured, and
 * `--sites` over how many sites they are spread. It also says how often the reconcilers came round. Needs Linux. The
 * table is written to results/idle.json. Exit code 1 when a target is missed.
 */
const minutes = Number(values.minutes);
const sites = Number(values.sites);
const rows: Row[] = [];
for (const vms of values.vms.split(",").map(Number)) rows.push(...(await measure(vms)));
console.table(rows);
const results = new URL("../results/", import.meta.url);
mkdirSync(results, { recursive: true });
writeFileSync(new URL("idle.json", results), `${JSON.stringify(rows, null, 2)}\n`);
process.exitCode = rows.every((row) => row.holds) ? 0 : 1;

async function measure(vms: number): Promise<Row[]> {
  const product = await Product.install();
  try {
    await makeRunningVms(product, vms, sites);
    const { pool } = product.database;
    const worker = product.startWorker();
    const { pid } = worker;
    if (pid === undefined) throw new Error("the worker could not be started");
    await sleep(SETTLE_MS);
    const look = async () => ({
      at: performance.now(),
      worker: cpuSecondsOf(pid),
      memory: memoryOf(pid),
      server: await cpuSecondsOfServer(pool),
      sizes: await sizesOf(pool),
    });
    const before = await look();
    const periods = await periodsOf(pool, minutes * 60_000);
    const after = await look();
    for (const { reconciler, lanes, runs, periodS } of periods)
      console.log(
        `       ${vms} VMs, ${reconciler}: ${lanes} lanes, ${runs} runs, one of a lane every ${round(periodS, 1)} s`,
      );
    await endOf(worker);
    const seconds = (after.at - before.at) / 1_000;
    if (vms > MOST_PACKED) return usageOf(vms, before, after);
    const hour = await packHour(pool);
    // The server also packs, once an hour.
    const server = (after.server - before.server) / seconds + hour.seconds / 3_600;
    const grown = growthOf(before.sizes, after.sizes).map(([table, megabytes]): [string, number] => [
      table,
      (megabytes * 60) / seconds,
    ]);
    for (const [table, megabytes] of grown)
      if (Math.abs(megabytes) >= 0.01) console.log(`       ${vms} VMs, ${table}: ${round(megabytes)} MB a minute`);
    console.log(
      `       ${vms} VMs, an hour of minutes is packed in ${round(hour.seconds)} s from ` +
        `${round(hour.minutesMegabytes)} MB to ${round(hour.packedMegabytes)} MB`,
    );
    const metered = await meteredMegabytes(pool);
    console.log(`       ${vms} VMs, usage records of an hour: ${round(metered)} MB`);
    const rest = grown.filter(([table]) => table !== MINUTES_OF_METRICS && table !== USAGE_RECORDS);
    const hourly = (hour.packedMegabytes + metered) / 60;
    const growth = rest.reduce((sum, [, megabytes]) => sum + megabytes, hourly);
    return [
      ...usageOf(vms, before, { ...after, server: before.server + server * seconds }),
      {
        ...figure(`Idle worker, ${vms} running VMs: growth of the database`, growth, "MB a minute"),
        ...{ target: `<= ${MOST_MEGABYTES}`, holds: growth <= MOST_MEGABYTES },
      },
    ];
  } finally {
    await product.stop();
  }
}

/** The CPU time and the memory of processes at a moment. */
interface Look {
  readonly at: number;
  readonly worker: number;
  readonly memory: number;
  readonly server: number;
}

function usageOf(vms: number, before: Look, after: Look): Row[] {
  const seconds = (after.at - before.at) / 1_000;
  const share = (what: "worker" | "server") => (100 * (after[what] - before[what])) / seconds;
  return [
    figure(`Idle worker, ${vms} running VMs: worker`, share("worker"), "% of a core"),
    figure(`Idle worker, ${vms} running VMs: memory of the worker`, after.memory, "MB"),
    figure(`Idle worker, ${vms} running VMs: PostgreSQL`, share("server"), "% of a core"),
  ];
}

function figure(row: string, value: number, unit: string): Row {
  return { row, reference: null, figure: round(value), unit, ratio: null, target: "none", holds: true };
}
