// Stopping and starting of groups of VMs by REST: what their schedules may be, and what plans show.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
let path: string;
beforeAll(async () => {
  api = await startApi();
  const body = { name: "web", desired_count: 2, plan_id: "plan-nano", template_id: "debian-13" };
  const created = await api.request("POST", "/compute/vm-groups", { body });
  path = `/compute/vm-groups/${created.body.vm_group_id}`;
});
afterAll(() => api.close());

const update = (power_schedule: unknown, query: Record<string, string> = {}) =>
  api.request("PATCH", path, { body: { power_schedule }, query });
const STOP = { time: "20:00", power: "stopped" };
const at = (...times: object[]) => ({ times });

test.each<[string, unknown, string]>([
  ["no times", {}, "power_schedule.times"],
  ["an empty list", at(), "power_schedule.times"],
  ["21 times", at(...Array.from({ length: 21 }, () => STOP)), "power_schedule.times"],
  ["a text", "20:00", "power_schedule"],
  ["24:00", at({ ...STOP, time: "24:00" }), "power_schedule.times.0.time"],
  ["an hour of one digit", at({ ...STOP, time: "7:00" }), "power_schedule.times.0.time"],
  ["a time with a space", at({ ...STOP, time: " 20:00" }), "power_schedule.times.0.time"],
  ["a time with an offset", at({ ...STOP, time: "20:00Z" }), "power_schedule.times.0.time"],
  ["another power", at({ ...STOP, power: "Stopped" }), "power_schedule.times.0.power"],
  ["off", at({ ...STOP, power: "off" }), "power_schedule.times.0.power"],
  ["a day in capitals", at({ ...STOP, days: ["Monday"] }), "power_schedule.times.0.days.0"],
  ["a day twice", at({ ...STOP, days: ["monday", "monday"] }), "power_schedule.times.0.days"],
  ["no day", at({ ...STOP, days: [] }), "power_schedule.times.0.days"],
  ["an unknown zone", { ...at(STOP), timezone: "Mars/Base" }, "power_schedule.timezone"],
  ["an offset as zone", { ...at(STOP), timezone: "+02:00" }, "power_schedule.timezone"],
  ["two at one moment", at(STOP, { days: ["sunday"], time: "20:00", power: "running" }), "power_schedule.times.1.time"],
])("%s is refused by name", async (_, schedule, named) => {
  const refused = await update(schedule);
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual([named]);
  expect((await api.request("GET", path)).body.power_schedule).toBeNull();
});

test("a plan shows the VMs that a stop or a schedule stops, and changes nothing", async () => {
  await api.database.pool.query("UPDATE vm SET status = 'running', operation_id = NULL");
  const changes = (body: { changes: { action: string; resource_type: string; name: string }[] }) =>
    body.changes.flatMap(({ action, resource_type, name }) =>
      resource_type === "cloud_vm" ? `${action} ${name}` : [],
    );
  const stop = await api.request("POST", `${path}/stop`, { query: { dry_run: "true" } });
  expect(changes(stop.body).toSorted()).toEqual(["update web-1", "update web-2"]);
  const nights = { timezone: "Europe/Amsterdam", ...at(STOP, { ...STOP, time: "07:00", power: "running" }) };
  expect(changes((await update(nights, { dry_run: "true" })).body).toSorted()).toEqual([
    "update web-1",
    "update web-2",
  ]);
  const same = await update(at({ time: "07:00", power: "running" }), { dry_run: "true" });
  expect(changes(same.body)).toEqual([]);
  expect((await api.request("GET", path)).body).toMatchObject({ power: "running", power_schedule: null });
  const changed = await update(nights);
  expect(changed.body).toMatchObject({ power: "running", power_schedule: { timezone: "Europe/Amsterdam" } });
  expect(changed.body.power_schedule.times[0].days).toHaveLength(7);
  for (const moment of ["next_stop_at", "next_start_at"])
    expect(Date.parse(changed.body[moment]) - Date.now()).toBeLessThan(25 * 3_600_000);
});

test("a group is made with a schedule, and a plan of its start shows the VMs that it has stopped", async () => {
  const body = { name: "night", desired_count: 1, plan_id: "plan-nano", template_id: "debian-13" };
  const made = await api.request("POST", "/compute/vm-groups", { body: { ...body, power_schedule: at(STOP) } });
  expect(made.body).toMatchObject({ power: "running", power_schedule: { times: [STOP], timezone: "UTC" } });
  const { vm_group_id } = made.body;
  await api.request("POST", `/compute/vm-groups/${vm_group_id}/stop`);
  const { pool } = api.database;
  // As when a worker has stopped it.
  await pool.query(
    `UPDATE vm_group_member m SET power_operation_id = v.operation_id FROM vm v WHERE v.vm_id = m.vm_id AND m.vm_group_id = $1`,
    [vm_group_id],
  );
  await pool.query(
    "UPDATE operation SET action = 'stop', status = 'succeeded', finished_at = now() WHERE finished_at IS NULL",
  );
  await pool.query("UPDATE vm SET status = 'stopped', operation_id = NULL WHERE name = 'night-1'");
  const start = await api.request("POST", `/compute/vm-groups/${vm_group_id}/start`, { query: { dry_run: "true" } });
  expect(start.body.changes).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ action: "update", name: "night-1" })]),
  );
});
