import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { makeVm } from "../compute/compute-fixture.ts";
import { expectError } from "../expect-error.ts";
import { planOf } from "../query-plan.ts";
import { makeMetricDays, minute, range, readAt } from "./metric-days.ts";

const MINUTE_MS = 60_000;
const START = Date.parse(minute(0));

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await makeMetricDays(api);
});
afterAll(() => api.close());

interface Sample {
  readonly nth: number;
  readonly cpu?: number;
  readonly counter?: number;
}

/** Writes samples like the worker. `counter` counts bytes read and received; twice as many were written and sent. */
async function measured(vm_id: string, samples: readonly Sample[]): Promise<void> {
  await api.database.prisma.vmMetric.createMany({
    data: samples.map(({ nth, cpu = 50, counter = nth * 600 }) => ({
      ...{
        workspace_id: BigInt(api.tenant.workspaceId),
        vm_id,
        minute: minute(nth),
        read_at: readAt(nth),
      },
      ...{
        cpu_percent: cpu,
        memory_percent: cpu / 2,
        read_bytes: counter,
        rx_bytes: counter,
        write_bytes: 2 * counter,
        tx_bytes: 2 * counter,
      },
    })),
  });
}

const metrics = (vmId: string, query: Record<string, string>, kind = "cloud-vms") =>
  api.request("GET", `/compute/${kind}/${vmId}/metrics`, { query });

describe("200 for a range of measurements", () => {
  test("percentages are averaged over each step", async () => {
    const vm_id = await makeVm(api);
    await measured(
      vm_id,
      [10, 20, 30, 40, 50].map((cpu, nth) => ({ nth, cpu })),
    );
    const { status, body } = await metrics(vm_id, { metric: "cpu", ...range(0, 6, 120) });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ vm_id, metric: "cpu", from: minute(0), to: minute(6), step_seconds: 120 },
      points: [
        { at: minute(0), cpu_percent: 15 },
        { at: minute(2), cpu_percent: 35 },
        { at: minute(4), cpu_percent: 50 },
      ],
    });
    const memory = await metrics(vm_id, { metric: "memory", ...range(0, 2, 60) });
    expect(memory.body.points).toEqual([
      { at: minute(0), memory_percent: 5 },
      { at: minute(1), memory_percent: 10 },
    ]);
  });

  test("byte rates are computed between samples, starting with the last one before the range", async () => {
    const vm_id = await makeVm(api);
    await measured(vm_id, [
      { nth: 0, counter: 1_000 },
      { nth: 1, counter: 7_000 },
      { nth: 2, counter: 7_000 },
      { nth: 3, counter: 13_000 },
    ]);
    const disk = await metrics(vm_id, { metric: "disk", ...range(1, 4, 60) });
    expect(disk.body.points).toEqual([
      { at: minute(1), read_bytes_per_second: 100, write_bytes_per_second: 200 },
      { at: minute(2), read_bytes_per_second: 0, write_bytes_per_second: 0 },
      { at: minute(3), read_bytes_per_second: 100, write_bytes_per_second: 200 },
    ]);
    const network = await metrics(vm_id, { metric: "network", ...range(1, 4, 180) });
    expect(network.body.points).toEqual([{ at: minute(1), rx_bytes_per_second: 66.67, tx_bytes_per_second: 133.33 }]);
  });

  test("a counter reset counts from zero, and a gap in the samples gives no points", async () => {
    const vm_id = await makeVm(api);
    await measured(vm_id, [
      { nth: 0, counter: 90_000 },
      { nth: 1, counter: 600 },
      { nth: 30, counter: 900_000 },
      { nth: 31, counter: 900_600 },
    ]);
    const { body } = await metrics(vm_id, { metric: "network", ...range(0, 60, 60) });
    expect(body.points).toEqual([
      { at: minute(1), rx_bytes_per_second: 10, tx_bytes_per_second: 20 },
      { at: minute(31), rx_bytes_per_second: 10, tx_bytes_per_second: 20 },
    ]);
  });

  test("no points without measurements; from and to are rounded outwards to whole minutes", async () => {
    const vm_id = await makeVm(api);
    const query = {
      metric: "cpu",
      from: new Date(START + 59_999).toISOString(),
      to: new Date(START + 60_001).toISOString(),
    };
    expect((await metrics(vm_id, query)).body).toEqual({
      vm_id,
      metric: "cpu",
      from: minute(0),
      to: minute(2),
      step_seconds: 60,
      points: [],
    });
  });

  test("the default range is the last hour, and the default step gives at most 300 points", async () => {
    const vm_id = await makeVm(api);
    const spanOf = async (query: Record<string, string>) => {
      const { body } = await metrics(vm_id, { metric: "cpu", ...query });
      return { minutes: (Date.parse(body.to) - Date.parse(body.from)) / MINUTE_MS, step: body.step_seconds };
    };
    const hour = await spanOf({});
    expect(hour.step).toBe(60);
    expect([60, 61]).toContain(hour.minutes);
    expect(await spanOf({ to: minute(0) })).toEqual({ minutes: 60, step: 60 });
    expect(await spanOf({ from: minute(-300), to: minute(0) })).toEqual({ minutes: 300, step: 60 });
    expect(await spanOf({ from: minute(-301), to: minute(0) })).toEqual({ minutes: 301, step: 120 });
    expect(await spanOf({ from: minute(-31 * 1440), to: minute(0) })).toEqual({ minutes: 44_640, step: 8_940 });
  });

  test("a GPU VM has metrics and bandwidth under /compute/gpu-vms", async () => {
    const vm_id = await makeVm(api, { plan_id: "plan-gpu-l4-1" });
    await measured(vm_id, [{ nth: 0, cpu: 42 }]);
    const { body } = await metrics(vm_id, { metric: "cpu", ...range(0, 1) }, "gpu-vms");
    expect(body.points).toEqual([{ at: minute(0), cpu_percent: 42 }]);
    const month = new Date().toISOString().slice(0, 7);
    const bandwidth = await api.request("GET", `/compute/gpu-vms/${vm_id}/metrics/bandwidth`, { query: { month } });
    expect(bandwidth.body).toEqual({ month, rx_bytes: 0, tx_bytes: 0, last_updated_at: null });
  });
});

describe("400 names the field", () => {
  const future = new Date(Date.now() + 3_600_000).toISOString();
  test.each([
    [{}, "metric"],
    [{ metric: "gpu" }, "metric"],
    [{ metric: "cpu", from: "yesterday" }, "from"],
    [{ metric: "cpu", from: future, to: new Date(Date.now() + 7_200_000).toISOString() }, "from"],
    [{ metric: "cpu", ...range(5, 5) }, "from"],
    [{ metric: "cpu", ...range(6, 5) }, "from"],
    [{ metric: "cpu", from: minute(-31 * 1440 - 1), to: minute(0) }, "from"],
    [{ metric: "cpu", from: "0001-01-01T00:00:00Z" }, "from"],
    [{ metric: "cpu", to: "0000-01-01T00:00:00Z" }, "to"],
    [{ metric: "cpu", to: "0001-01-01T00:00:00+01:00" }, "to"],
    [{ metric: "cpu", step: "59" }, "step"],
    [{ metric: "cpu", step: "86401" }, "step"],
    [{ metric: "cpu", ...range(-1501, 0, 60) }, "step"],
  ])("%o", async (query: Record<string, string>, field) => {
    const response = await metrics(await makeVm(api), query);
    expectError(response, 400, "invalid_request");
    expect(response.body.errors).toEqual([{ field, message: expect.any(String) }]);
  });

  test("200 for the maximum of 1,500 points", async () => {
    expect((await metrics(await makeVm(api), { metric: "cpu", ...range(-1500, 0, 60) })).status).toBe(200);
  });
});

test("404 for an absent VM, one of the other kind, or one of another workspace", async () => {
  const vm_id = await makeVm(api);
  await measured(vm_id, [{ nth: 0 }]);
  expectError(await metrics("vm_none", { metric: "cpu" }), 404, "not_found");
  expectError(await metrics(vm_id, { metric: "cpu" }, "gpu-vms"), 404, "not_found");
  const other = await api.createTenant();
  const options = { query: { metric: "cpu", ...range(0, 1) }, token: other.token, workspaceId: other.workspaceId };
  expectError(await api.request("GET", `/compute/cloud-vms/${vm_id}/metrics`, options), 404, "not_found");
});

test("takes one statement, which reads only the VM's rows of the range by index", async () => {
  const vm_id = await makeVm(api);
  await measured(
    vm_id,
    Array.from({ length: 60 }, (_, nth) => ({ nth })),
  );
  // A hundred other VMs, each with a day of samples on three days.
  await api.database.pool.query(
    `INSERT INTO vm_metric SELECT $1, 'vm_beside_' || vm, at, at, 1, 1, 0, 0, 0, 0
       FROM generate_series(1, 100) AS a (vm),
            generate_series(date_trunc('day', now(), 'UTC') - interval '2 days',
                            date_trunc('hour', now(), 'UTC') + interval '55 minutes', interval '5 minutes') AS b (at)`,
    [api.tenant.workspaceId],
  );
  await api.database.pool.query("ANALYZE vm_metric");
  const record = recordStatements(api.served);
  for (const metric of ["cpu", "memory", "disk", "network"]) {
    const { result, statements } = await record(() => metrics(vm_id, { metric, ...range(0, 60, 300) }));
    expect(result.body.points).toHaveLength(12);
    const own = statements.filter(({ name }) => name !== "door_token");
    expect(own).toHaveLength(1);
    for (const statement of own) {
      const nodes = await planOf(api.served, statement);
      expect(nodes.filter((node) => node["Node Type"] === "Seq Scan" && node["Relation Name"] !== "vm")).toEqual([]);
      for (const node of nodes)
        expect(
          (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
        ).toBeLessThanOrEqual(60);
    }
  }
});
