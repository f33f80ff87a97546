import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { makeVm, timestamp } from "./compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const bandwidth = (vmId: string, query: Record<string, string>) =>
  api.request("GET", `/compute/cloud-vms/${vmId}/metrics/bandwidth`, { query });
const thisMonth = new Date().toISOString().slice(0, 7);

test("200: zero bytes for a month without measurements", async () => {
  const { status, body } = await bandwidth(await makeVm(api), { month: thisMonth });
  expect(status).toBe(200);
  expect(body).toEqual({ month: thisMonth, rx_bytes: 0, tx_bytes: 0, last_updated_at: null });
});

test("200: sums the days of the requested month only", async () => {
  const vm_id = await makeVm(api);
  const row = { workspace_id: BigInt(api.tenant.workspaceId), vm_id, rx_counter: 0n, tx_counter: 0n };
  const days = [
    ["2026-01-31", 1n, 2n],
    ["2026-02-01", 10n, 20n],
    ["2026-02-28", 5_000_000_000_000n, 40n],
    ["2026-03-01", 100n, 200n],
  ] as const;
  await api.database.prisma.vmBandwidth.createMany({
    data: days.map(([day, rx_bytes, tx_bytes]) => ({ ...row, day: new Date(day), rx_bytes, tx_bytes })),
  });
  const { body } = await bandwidth(vm_id, { month: "2026-02" });
  expect(body).toEqual({ month: "2026-02", rx_bytes: 5_000_000_000_010, tx_bytes: 60, last_updated_at: timestamp });
});

test.each([
  [{}],
  [{ month: "" }],
  [{ month: "2026" }],
  [{ month: "2026-13" }],
  [{ month: "2026-1" }],
  [{ month: "2026-02-01" }],
  [{ month: "0000-01" }],
  [{ month: "9999-12" }],
])("400 names month: %o", async (query: Record<string, string>) => {
  const response = await bandwidth(await makeVm(api), query);
  expectError(response, 400, "invalid_request");
  expect(response.body.errors.map((error: { field: string }) => error.field)).toEqual(["month"]);
});

test("404 for an absent cloud VM and for a GPU VM", async () => {
  expectError(await bandwidth("vm_none", { month: thisMonth }), 404, "not_found");
  expectError(await bandwidth(await makeVm(api, { plan_id: "plan-gpu-l4-1" }), { month: thisMonth }), 404, "not_found");
});
