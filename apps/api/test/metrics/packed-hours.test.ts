// Charts answer the same before and after the minutes of an hour became one row. FULMAR_SEED repeats a run.
import { randomFrom, recordStatements } from "@fulmar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { makeVm } from "../compute/compute-fixture.ts";
import { planOf } from "../query-plan.ts";

const SEED = Number(process.env.FULMAR_SEED ?? 20_261_226);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The beginning of three hours that are over. */
const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 3 * HOUR_MS;
const HOURS = [0, 1, 2];

const random = randomFrom(SEED);

let api: Api;
beforeEach(async () => {
  api = await startApi();
  // The database may be a clone of a template from an earlier hour, which has a table of it.
  for (const metric of ["vm_metric", "volume_metric"])
    for (const hour of HOURS) {
      const [from, to] = [START + hour * HOUR_MS, START + (hour + 1) * HOUR_MS].map((at) => new Date(at).toISOString());
      const name = `${metric}_${from?.replaceAll(/\D/g, "").slice(0, 10)}`;
      await api.database.pool.query(
        `CREATE TABLE IF NOT EXISTS metric_part.${name} PARTITION OF ${metric} FOR VALUES
         FROM ('${from}') TO ('${to}')`,
      );
    }
});
afterEach(() => api.close());

/** How the counters of a resource go on. */
const COUNTERS = {
  steady: (last: number) => last + Math.floor(random() * 1e9),
  fast: (last: number) => last + Math.floor(random() * 1e11),
  restarting: (last: number) => (random() < 0.1 ? Math.floor(random() * 1e6) : last + Math.floor(random() * 1e9)),
  uncounted: () => null,
  unsteady: (last: number) => (random() < 0.2 ? null : last + Math.floor(random() * 1e9)),
} as const;
type Course = keyof typeof COUNTERS;

/** Three hours of minutes, some of them missing, read at some time of their minute. */
function minutes(): { minute: string; readAt: string }[] {
  return Array.from({ length: HOURS.length * 60 }, (_, nth) => START + nth * MINUTE_MS)
    .filter(() => random() < 0.9)
    .map((minute) => ({
      minute: new Date(minute).toISOString(),
      // The very last milliseconds, too: they are rounded into the next minute.
      readAt: new Date(minute + (random() < 0.1 ? MINUTE_MS : Math.floor(random() * MINUTE_MS))).toISOString(),
    }));
}

function counterOf(course: Course): () => number | null {
  let last = Math.floor(random() * 1e12);
  return () => {
    const value = COUNTERS[course](last);
    last = value ?? last;
    return value;
  };
}

async function measureVm(vm_id: string, course: Course, gpus: number): Promise<void> {
  // Every site counts traffic.
  const traffic = course === "uncounted" || course === "unsteady" ? "steady" : course;
  const [read, write, rx, tx] = [course, course, traffic, traffic].map(counterOf);
  for (const { minute, readAt } of minutes()) {
    const loads = Array.from({ length: 3 * gpus }, () => (random() < 0.1 ? null : Math.floor(random() * 1000)));
    await api.database.pool.query("INSERT INTO vm_metric VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)", [
      ...[api.tenant.workspaceId, vm_id, minute, readAt, random() * 100, random() * 100],
      ...[read?.(), write?.(), rx?.(), tx?.(), gpus === 0 || random() < 0.1 ? null : loads],
    ]);
  }
}

async function measureVolume(volume_id: string, course: Course): Promise<void> {
  const counters = [course, course, course, course].map(counterOf);
  for (const { minute, readAt } of minutes())
    await api.database.pool.query("INSERT INTO volume_metric VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)", [
      ...[api.tenant.workspaceId, volume_id, minute, readAt, ...counters.map((next) => next())],
      course === "uncounted" || random() < 0.1 ? null : random() * 100,
    ]);
}

async function newVolume(name: string): Promise<string> {
  const { body } = await api.request("POST", "/block-storage/volumes", {
    body: { name, size_gb: 10, site_id: "site-ams-1" },
  });
  return body.volume_id;
}

/** Packs an hour that is over. @returns its table, or null when none is left */
const pack = async () =>
  (await api.database.pool.query<{ packed: string | null }>("SELECT pack_metrics(0) AS packed")).rows[0]?.packed;

async function packAll(): Promise<void> {
  while ((await pack()) != null);
}

/** The points of all ranges and steps. */
async function charts(paths: readonly string[]): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const at = (minutesLater: number) => new Date(START + minutesLater * MINUTE_MS).toISOString();
  for (const path of paths)
    for (const [from, to, step] of [
      [0, 180, 60],
      [-10, 200, 420],
      [59, 61, 60],
      [62, 117, 60],
      [17, 150, 3_600],
      [120, 121, 60],
    ] as const) {
      const [pathname = "", search] = path.split("?");
      const query = {
        ...Object.fromEntries(new URLSearchParams(search)),
        ...{ from: at(from), to: at(to), step: String(step) },
      };
      const { status, body } = await api.request("GET", pathname, { query });
      expect([path, status]).toEqual([path, 200]);
      answers[`${path} ${from} ${to} ${step}`] = body.points;
    }
  return answers;
}

test(`charts have the same points after each hour is packed, seed ${SEED}`, { timeout: 120_000 }, async () => {
  const paths: string[] = [];
  for (const course of Object.keys(COUNTERS) as Course[]) {
    const vm_id = await makeVm(api);
    await measureVm(vm_id, course, 0);
    paths.push(
      ...["cpu", "memory", "disk", "network"].map((metric) => `/compute/cloud-vms/${vm_id}/metrics?metric=${metric}`),
    );
    const volume_id = await newVolume(`volume-${course}`);
    await measureVolume(volume_id, course);
    paths.push(`/block-storage/volumes/${volume_id}/metrics`);
  }
  const gpuVm = await makeVm(api, { plan_id: "plan-gpu-l4-1" });
  await measureVm(gpuVm, "steady", 2);
  paths.push(`/compute/gpu-vms/${gpuVm}/metrics/gpus`);
  const minutesOf = async (table: string) =>
    (await api.database.pool.query<{ minutes: string }>(`SELECT count(*) AS minutes FROM ${table}`)).rows[0]?.minutes;

  const dump = await api.database.pool.connect();
  await dump.query("BEGIN; LOCK TABLE vm_metric, volume_metric IN ACCESS SHARE MODE");
  expect(await pack(), "nothing is packed while a dump reads").toBeNull();
  await dump.query("COMMIT");
  dump.release();

  const before = await charts(paths);
  expect(Object.values(before).flat().length).toBeGreaterThan(2_000);
  const packed = [];
  for (let hour = await pack(); hour != null; hour = await pack()) {
    packed.push(hour);
    expect(await charts(paths)).toEqual(before);
  }
  expect(packed).toHaveLength(2 * HOURS.length);
  expect([await minutesOf("vm_metric"), await minutesOf("volume_metric")]).toEqual(["0", "0"]);
  console.log(`seed ${SEED}: ${Object.keys(before).length} charts compared ${packed.length} times`);
});

test("a chart reads only the rows of its resource and its hours, by index", async () => {
  const { pool } = api.database;
  await measureVm(await makeVm(api), "steady", 0);
  await measureVolume(await newVolume("volume"), "steady");
  await packAll();
  const paths: string[] = [];
  for (const [table, id, columns] of [
    ["vm_metric_hour", "vm_id", "cpu_percent, memory_percent, rx_bytes_first, rx_bytes_steps, gpus"],
    ["volume_metric_hour", "volume_id", "read_bytes_first, read_bytes_steps, used_percent"],
  ] as const) {
    const { rows } = await pool.query<{ id: string }>(`SELECT ${id} AS id FROM ${table} LIMIT 1`);
    paths.push(rows[0]?.id ?? "");
    await pool.query(
      `INSERT INTO ${table} (workspace_id, ${id}, hour, read_ms, ${columns})
       SELECT workspace_id, 'beside_' || n, hour, read_ms, ${columns}
         FROM ${table}, generate_series(1, 500) AS s (n) WHERE ${id} = $1`,
      [rows[0]?.id],
    );
    await pool.query(`ANALYZE ${table}`);
  }
  const [vm, volume] = paths;
  const record = recordStatements(api.served);
  const query = { from: new Date(START).toISOString(), to: new Date(START + 3 * HOUR_MS).toISOString() };
  for (const path of [`/compute/cloud-vms/${vm}/metrics`, `/block-storage/volumes/${volume}/metrics`]) {
    const { statements } = await record(() =>
      api.request("GET", path, { query: path.startsWith("/compute") ? { metric: "network", ...query } : query }),
    );
    const [own, ...others] = statements.filter(({ name }) => name !== "door_token");
    if (own === undefined || others.length > 0) throw new Error("a chart takes one statement");
    const nodes = (await planOf(api.served, own)).filter((node) => node["Relation Name"]?.includes("_metric"));
    expect(nodes.length).toBeGreaterThan(0);
    for (const node of nodes) {
      expect(node["Node Type"]).not.toBe("Seq Scan");
      expect((node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]).toBeLessThanOrEqual(
        3,
      );
    }
  }
});

test("an hour is packed no sooner than asked for", async () => {
  await packAll();
  await api.database.pool.query("SELECT keep_metric_days(30)");
  expect(await pack()).toBeNull();
});
