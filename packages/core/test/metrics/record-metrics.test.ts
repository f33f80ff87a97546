import { METRIC_LIMITS } from "@fulmar/contract";
import { expect, test } from "vitest";
import { recordMetrics } from "../../src/metrics/record-metrics.ts";
import { computeFixture } from "../compute-fixture.ts";
import { volumesOf } from "../volumes-fixture.ts";

const fixture = computeFixture();
const { signal } = new AbortController();

const run = () => recordMetrics.run(fixture.world.services, signal);
const samplesOf = (vm_id: string) =>
  fixture.world.database.prisma.vmMetric.findMany({ where: { vm_id }, orderBy: { minute: "asc" } });

async function days(): Promise<string[]> {
  const { rows } = await fixture.world.database.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'vm_metric_day' ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}

/** The name of the table of a day, this many days before today. */
function dayName(daysAgo: number): string {
  return `day_${new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "")}`;
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

test("tables exist for today and the next two days, and expired ones are dropped", async () => {
  const expired = [METRIC_LIMITS.retentionDays + 1, METRIC_LIMITS.retentionDays + 40].map(dayName);
  const kept = dayName(METRIC_LIMITS.retentionDays);
  for (const [index, name] of [...expired, kept].entries()) {
    const daysAgo = [METRIC_LIMITS.retentionDays + 1, METRIC_LIMITS.retentionDays + 40, METRIC_LIMITS.retentionDays][
      index
    ];
    await fixture.world.database.pool.query(
      `DO $$ BEGIN EXECUTE format('CREATE TABLE vm_metric_day.${name} PARTITION OF vm_metric FOR VALUES FROM (%L) TO (%L)',
         ((now() AT TIME ZONE 'UTC')::date - ${daysAgo})::timestamp AT TIME ZONE 'UTC', ((now() AT TIME ZONE 'UTC')::date - ${daysAgo} + 1)::timestamp AT TIME ZONE 'UTC'); END $$`,
    );
  }
  await run();
  await run();
  // The database may be a clone of one from an earlier day, which then has that day's table too.
  const left = await days();
  expect(left).toEqual(expect.arrayContaining([kept, dayName(0), dayName(-1), dayName(-2)]));
  for (const name of expired) expect(left).not.toContain(name);
});
