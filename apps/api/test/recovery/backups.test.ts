import { VmStatus, vmRefusal } from "@fulmar/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { makeVm, timestamp } from "../compute/compute-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const enable = (vmId: string, body?: unknown) =>
  api.request("POST", `/compute/cloud-vms/${vmId}/backups/enable`, body === undefined ? {} : { body });

test("200: the whole policy with its defaults for an empty body", async () => {
  const vm_id = await makeVm(api, { name: "defaults" });
  const asked = Date.now();
  const { status, body } = await enable(vm_id, {});
  expect(status).toBe(200);
  expect(body).toEqual({
    organization_id: api.tenant.organizationId,
    workspace_id: api.tenant.workspaceId,
    policy_id: expect.stringMatching(/^bpol_/),
    vm_id,
    enabled: true,
    schedule: { frequency: "daily", timezone: "UTC", hour: 20, minute: 0, day_of_week: null, window_minutes: 30 },
    retention_days: 7,
    full_backup_interval_days: 7,
    incremental_enabled: true,
    storage_backend: "simulated",
    created_at: timestamp,
    updated_at: timestamp,
    organization_name: "Test",
    workspace_name: "one",
    vm_name: "defaults",
    os_type: "linux",
    os_distro: "debian",
    template_id: "debian-13",
    next_run_at: expect.stringMatching(/T20:00:00\.000Z$/),
    last_run_at: null,
  });
  expect(Date.parse(body.next_run_at) - Date.now()).toBeLessThanOrEqual(86_400_000);
  expect(Date.parse(body.next_run_at)).toBeGreaterThan(asked);
});

test("200: defaults without a body, and for the omitted fields of a schedule", async () => {
  expect((await enable(await makeVm(api))).body).toMatchObject({
    retention_days: 7,
    schedule: { frequency: "daily", hour: 20 },
  });
  const schedule = { frequency: "weekly", timezone: "Europe/Amsterdam", day_of_week: 1, minute: 30 };
  const { body } = await enable(await makeVm(api), {
    schedule,
    retention_days: 30,
    full_backup_interval_days: 1,
    incremental_enabled: false,
    requested_by: "ops",
  });
  expect(body).toMatchObject({
    schedule: { ...schedule, hour: 20, window_minutes: 30 },
    retention_days: 30,
    full_backup_interval_days: 1,
    incremental_enabled: false,
  });
  const local = new Intl.DateTimeFormat("en", {
    timeZone: "Europe/Amsterdam",
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  expect(local.format(new Date(body.next_run_at))).toBe("Mon 20:30");
});

test.each<readonly [number | null | undefined, number]>([
  [null, 0],
  [undefined, 0],
  ...[0, 1, 2, 3, 4, 5, 6].map((day) => [day, day] as const),
])(
  "200: a weekly schedule with the day %s runs on that day of the week, counted from Sunday (%i)",
  async (day, weekday) => {
    const { body } = await enable(await makeVm(api), { schedule: { frequency: "weekly", day_of_week: day } });
    expect(body.schedule).toMatchObject({ frequency: "weekly", day_of_week: day ?? null });
    expect(new Date(body.next_run_at).getUTCDay()).toBe(weekday);
  },
);

test("409 backups_enabled; the first request's idempotency key still replays its answer", async () => {
  const vm_id = await makeVm(api);
  const path = `/compute/cloud-vms/${vm_id}/backups/enable`;
  const first = await api.request("POST", path, { body: {}, key: "enable" });
  expectError(await enable(vm_id, {}), 409, "backups_enabled");
  const again = await api.request("POST", path, { body: {}, key: "enable" });
  expect([again.text, again.headers["idempotency-replayed"]]).toEqual([first.text, "true"]);
});

test("200 and then 409 backups_enabled while an operation holds the VM", async () => {
  const vm_id = await makeVm(api, { status: "starting" });
  expect((await enable(vm_id, {})).status).toBe(200);
  expectError(await enable(vm_id, {}), 409, "backups_enabled");
});

test("200 for one of eight concurrent requests, 409 for the others", async () => {
  const vm_id = await makeVm(api);
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => enable(vm_id, {})))).map(
    (response) => response.status,
  );
  expect(statuses.sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
});

test.each(VmStatus.options)("for a VM that is %s", async (status) => {
  const vm_id = await makeVm(api, { status });
  const refusal = vmRefusal(status, "enable_backups");
  const response = await enable(vm_id, {});
  if (refusal === null) expect(response.status).toBe(200);
  else expectError(response, 409, refusal.code);
});

test("404 for an absent cloud VM and for a GPU VM", async () => {
  expectError(await enable("vm_none", {}), 404, "not_found");
  expectError(await enable(await makeVm(api, { plan_id: "plan-gpu-l4-1" }), {}), 404, "not_found");
});

test.each([
  ["schedule.frequency", { schedule: { frequency: "yearly" } }],
  ["schedule.timezone", { schedule: { timezone: "Middle/Earth" } }],
  ["schedule.timezone", { schedule: { timezone: "+02:00" } }],
  ["schedule.hour", { schedule: { hour: 24 } }],
  ["schedule.minute", { schedule: { minute: -1 } }],
  ["schedule.day_of_week", { schedule: { day_of_week: 7 } }],
  ["schedule.day_of_week", { schedule: { day_of_week: -1 } }],
  ["schedule.window_minutes", { schedule: { window_minutes: 1441 } }],
  ["schedule.window_minutes", { schedule: { window_minutes: -1 } }],
  ["schedule.second", { schedule: { second: 1 } }],
  ["schedule", { schedule: null }],
  ["retention_days", { retention_days: 0 }],
  ["full_backup_interval_days", { full_backup_interval_days: 1.5 }],
  ["incremental_enabled", { incremental_enabled: "true" }],
  ["requested_by", { requested_by: 1 }],
  ["enabled", { enabled: true }],
])("400 names %s: %o", async (field, body) => {
  const response = await enable(await makeVm(api), body);
  expectError(response, 400, "invalid_request");
  expect(response.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
});
