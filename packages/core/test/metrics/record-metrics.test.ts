import { METRIC_LIMITS } from "@fulmar/contract";
import { beforeAll, expect, test } from "vitest";
import { keepMetricHours, recordMetrics } from "../../src/metrics/record-metrics.ts";
import { computeFixture } from "../compute-fixture.ts";
import { volumesOf } from "../volumes-fixture.ts";

const fixture = computeFixture();
const { signal } = new AbortController();

const run = () => recordMetrics.run(fixture.world.services, signal);
const keepHours = () => keepMetricHours.run(fixture.world.services, signal);
// The template of the database may be hours old, and its tables are those of then.
beforeAll(keepHours);

const samplesOf = (vm_id: string) =>
  fixture.world.database.prisma.vmMetric.findMany({ where: { vm_id }, orderBy: { minute: "asc" } });

/** The tables of partitions of a schema. */
async function partsOf(schema: string): Promise<string[]> {
  const { rows } = await fixture.world.database.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1",
    [schema],
  );
  return rows.map(({ name }) => name);
}

/** The digits of a moment in names of tables: of its day, or of its hour. */
function digits(at: number, length: 8 | 10): string {
  return new Date(at).toISOString().replaceAll(/\D/g, "").slice(0, length);
}

test("a running VM is measured at most once a minute, and a stopped one is not", async () => {
  const running = await fixture.runningVm("measured");
  const stopped = await fixture.runningVm("not-measured");
  await (await fixture.world.services.provider("simulated")).compute.stopInstance(stopped, { force: true }, signal);
  await run();
  const [first] = await samplesOf(running);
  expect(first).toMatchObject({
    workspace_id: fixture.world.entry.workspace.id,
    cpu_percent: expect.any(Number),
    memory_percent: expect.any(Number),
  });
  expect(first?.minute.getTime()).toBe(Math.floor((first?.read_at.getTime() ?? 0) / 60_000) * 60_000);
  expect(await samplesOf(stopped)).toEqual([]);

  // In the same minute, or in the next one if the clock has moved on.
  await run();
  const samples = await samplesOf(running);
  expect(samples[0]).toEqual(first);
  expect(new Set(samples.map(({ minute }) => minute.getTime())).size).toBe(samples.length);
});

test("a volume is measured while it is attached to a running VM, and only then", async () => {
  const volumes = volumesOf(fixture);
  const vm_id = await fixture.runningVm("with-volume");
  const attached = await volumes.create("data");
  const free = await volumes.create("spare");
  for (const { volume_id } of [attached, free]) await volumes.carryOut(volume_id);
  await volumes.change("volume.attach", attached.volume_id, { vm_id });
  await volumes.carryOut(attached.volume_id);
  await run();
  const of = (volume_id: string) => fixture.world.database.prisma.volumeMetric.findMany({ where: { volume_id } });
  const [sample] = await of(attached.volume_id);
  expect(sample?.used_percent).toBeGreaterThan(0);
  expect(sample?.read_bytes).toEqual(expect.any(BigInt));
  expect(sample?.write_operations).toEqual(expect.any(BigInt));
  expect(await of(free.volume_id)).toEqual([]);
});

test("the GPUs of a VM are one array of its sample: 33 bytes for two of them", async () => {
  const vm_id = await fixture.runningVm("without-gpu");
  await fixture.world.database.pool.query("UPDATE simulated.instance SET gpu_count = 2 WHERE vm_id = $1", [vm_id]);
  const other = await fixture.runningVm("no-gpu");
  await run();
  const { rows } = await fixture.world.database.pool.query<{ vm_id: string; gpus: number[] | null; bytes: number }>(
    "SELECT vm_id, gpus, pg_column_size(gpus) AS bytes FROM vm_metric WHERE vm_id = ANY ($1)",
    [[vm_id, other]],
  );
  const of = (id: string) => rows.find((row) => row.vm_id === id);
  expect(of(other)?.gpus).toBeNull();
  const [utilisation = 0, memory = 0, temperature = 0] = of(vm_id)?.gpus ?? [];
  expect(of(vm_id)?.gpus).toHaveLength(6);
  expect(utilisation).toBeLessThanOrEqual(1000);
  expect(memory).toBeLessThanOrEqual(1000);
  expect(temperature).toBeGreaterThan(300);
  expect(of(vm_id)?.bytes).toBe(33);
});

test("counters only grow from one sample to the next", async () => {
  const vm = await fixture.runningVm("counted");
  const metrics = async () => {
    const page = await (await fixture.world.services.provider("simulated")).metrics.readMetrics(
      { after: "", limit: 1_000 },
      signal,
    );
    return page.find(({ vmId }) => vmId === vm);
  };
  const before = await metrics();
  await fixture.world.database.pool.query(
    "UPDATE simulated.instance SET started_at = started_at - interval '1 hour' WHERE vm_id = $1",
    [vm],
  );
  const after = await metrics();
  for (const counter of ["rxBytes", "txBytes", "readBytes", "writeBytes"] as const)
    expect(after?.[counter]).toBeGreaterThan(before?.[counter] ?? 0n);
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test("minutes have tables for this hour and the next two", async () => {
  await keepHours();
  const now = Date.now();
  // The hour may have ended since the run.
  for (const metric of ["vm_metric", "volume_metric"])
    expect(await partsOf("metric_part")).toEqual(
      expect.arrayContaining([0, 1].map((hours) => `${metric}_${digits(now + hours * HOUR_MS, 10)}`)),
    );
});

test("a day that the release before has made keeps its table", async () => {
  const day = Date.now() + 5 * DAY_MS;
  const { pool } = fixture.world.database;
  const name = `day_${digits(day, 8)}`;
  await pool.query(`CREATE TABLE vm_metric_day.${name} (LIKE vm_metric INCLUDING ALL)`);
  await keepHours();
  expect(await partsOf("vm_metric_day")).toContain(name);
});

test("days older than the retention are dropped, of minutes and of hours", async () => {
  const { pool } = fixture.world.database;
  const retained = METRIC_LIMITS.retentionDays;
  const days = [retained, retained + 1, retained + 40].map((daysAgo) => Date.now() - daysAgo * DAY_MS);
  for (const day of days) {
    const bounds = [day, day + DAY_MS].map((at) => new Date(Math.floor(at / DAY_MS) * DAY_MS).toISOString());
    const values = `FOR VALUES FROM ('${bounds[0]}') TO ('${bounds[1]}')`;
    await pool.query(`CREATE TABLE vm_metric_day.day_${digits(day, 8)} PARTITION OF vm_metric ${values}`);
    await pool.query(`CREATE TABLE metric_part.vm_metric_hour_${digits(day, 8)} PARTITION OF vm_metric_hour ${values}`);
  }
  await keepHours();
  await keepHours();
  const [kept = "", ...expired] = days.map((day) => digits(day, 8));
  const left = [...(await partsOf("vm_metric_day")), ...(await partsOf("metric_part"))];
  expect(left).toEqual(expect.arrayContaining([`day_${kept}`, `vm_metric_hour_${kept}`]));
  expect(left.filter((name) => expired.some((day) => name.endsWith(day)))).toEqual([]);
});
