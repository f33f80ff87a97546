import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { makeVm } from "../compute/compute-fixture.ts";
import { expectError } from "../expect-error.ts";
import { planOf } from "../query-plan.ts";
import { makeMetricDays, minute, range, readAt } from "./metric-days.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await makeMetricDays(api);
});
afterAll(() => api.close());

/** Writes samples like the worker: utilisation, memory and temperature of each GPU, in tenths. */
async function measured(vm_id: string, samples: readonly (readonly (number | null)[] | null)[]): Promise<void> {
  for (const [nth, gpus] of samples.entries())
    await api.database.pool.query(
      `INSERT INTO vm_metric (workspace_id, vm_id, minute, read_at, cpu_percent, memory_percent, rx_bytes, tx_bytes,
                              gpus)
       VALUES ($1, $2, $3, $4, 1, 1, 0, 0, $5)`,
      [api.tenant.workspaceId, vm_id, minute(nth), readAt(nth), gpus],
    );
}

const gpuVm = () => makeVm(api, { plan_id: "plan-gpu-l4-1" });
const metrics = (vmId: string, query: Record<string, string>, kind = "gpu-vms") =>
  api.request("GET", `/compute/${kind}/${vmId}/metrics/gpus`, { query });

test("each GPU has its means of each step, in the order of the VM", async () => {
  const vm_id = await gpuVm();
  await measured(vm_id, [
    [100, 200, 400, 900, 800, 700],
    [300, 300, 410, 1000, 900, 710],
    [505, 400, 420, 0, 10, 300],
  ]);
  const { status, body } = await metrics(vm_id, range(0, 4, 120));
  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ vm_id, from: minute(0), to: minute(4), step_seconds: 120 },
    points: [
      {
        at: minute(0),
        gpus: [
          { utilisation_percent: 20, memory_percent: 25, temperature_celsius: 40.5 },
          { utilisation_percent: 95, memory_percent: 85, temperature_celsius: 70.5 },
        ],
      },
      {
        at: minute(2),
        gpus: [
          { utilisation_percent: 50.5, memory_percent: 40, temperature_celsius: 42 },
          { utilisation_percent: 0, memory_percent: 1, temperature_celsius: 30 },
        ],
      },
    ],
  });
});

test("a site that measures no GPUs gives no points, and one that measures some of it gives nulls", async () => {
  const vm_id = await gpuVm();
  await measured(vm_id, [null, [null, 100, null]]);
  const { body } = await metrics(vm_id, range(0, 2, 60));
  expect(body.points).toEqual([
    { at: minute(1), gpus: [{ utilisation_percent: null, memory_percent: 10, temperature_celsius: null }] },
  ]);
});

test("404 for an absent VM, one without GPUs, or one of another workspace", async () => {
  const vm_id = await gpuVm();
  expectError(await metrics("vm_none", {}), 404, "not_found");
  expectError(await metrics(await makeVm(api), {}), 404, "not_found");
  const { token, workspaceId } = await api.createTenant();
  const path = `/compute/gpu-vms/${vm_id}/metrics/gpus`;
  expectError(await api.request("GET", path, { token, workspaceId }), 404, "not_found");
});

test("takes one statement, which reads only the VM's rows of the range by index", async () => {
  const vm_id = await gpuVm();
  await measured(
    vm_id,
    Array.from({ length: 60 }, (_, nth) => [nth, 2, 3]),
  );
  await api.database.pool.query(
    `INSERT INTO vm_metric (workspace_id, vm_id, minute, read_at, cpu_percent, memory_percent, rx_bytes, tx_bytes, gpus)
     SELECT $1, 'vm_beside_' || vm, at, at, 1, 1, 0, 0, '{1,2,3}'
       FROM generate_series(1, 100) AS a (vm),
            generate_series(date_trunc('day', now(), 'UTC') - interval '1 day',
                            date_trunc('hour', now(), 'UTC') + interval '55 minutes', interval '5 minutes') AS b (at)`,
    [api.tenant.workspaceId],
  );
  await api.database.pool.query("ANALYZE vm_metric");
  const { result, statements } = await recordStatements(api.served)(() => metrics(vm_id, range(0, 60, 300)));
  expect(result.body.points).toHaveLength(12);
  const own = statements.filter(({ name }) => name !== "door_token");
  expect(own).toHaveLength(1);
  for (const statement of own)
    for (const node of await planOf(api.served, statement))
      if (String(node["Relation Name"] ?? "").startsWith("day_")) {
        expect(node["Node Type"]).not.toBe("Seq Scan");
        expect(node["Actual Rows"] * node["Actual Loops"]).toBeLessThanOrEqual(60);
      }
});
