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

const metric = { name: "cpu", target_percent: 60 };
const BOUNDS = { min_count: 1, max_count: 4 };
const update = (body: object, query: Record<string, string> = {}) => api.request("PATCH", path, { body, query });
const at = (...times: object[]) => ({ ...BOUNDS, schedule: times });

test.each<[string, object, string]>([
  ["a lowest count above the highest", { min_count: 5, max_count: 4, metric }, "scaling.min_count"],
  ["a fraction", { min_count: 1.5, max_count: 4, metric }, "scaling.min_count"],
  ["a text", { min_count: "1", max_count: 4, metric }, "scaling.min_count"],
  ["no VM to measure", { min_count: 0, max_count: 4, metric }, "scaling.min_count"],
  ["none at most", { min_count: 0, max_count: 0, schedule: [{ time: "07:30", count: 0 }] }, "scaling.max_count"],
  ["too many", { min_count: 1, max_count: 101, metric }, "scaling.max_count"],
  ["no rule", BOUNDS, "scaling.schedule"],
  ["a metric that is not there", { ...BOUNDS, metric: { ...metric, name: "CPU" } }, "scaling.metric.name"],
  ["no load", { ...BOUNDS, metric: { ...metric, target_percent: 0 } }, "scaling.metric.target_percent"],
  ["too long", { ...BOUNDS, metric: { ...metric, cooldown_minutes: 1441 } }, "scaling.metric.cooldown_minutes"],
  ["an unknown zone", { ...BOUNDS, metric, timezone: "Mars/Base" }, "scaling.timezone"],
  ["an offset", { ...BOUNDS, metric, timezone: "+02:00" }, "scaling.timezone"],
  ["24:00", at({ time: "24:00", count: 2 }), "scaling.schedule.0.time"],
  ["an hour of one digit", at({ time: "7:30", count: 2 }), "scaling.schedule.0.time"],
  ["a time with seconds", at({ time: "07:30:00", count: 2 }), "scaling.schedule.0.time"],
  ["a time with a space", at({ time: "07:30 ", count: 2 }), "scaling.schedule.0.time"],
  ["a count out of bounds", at({ time: "07:30", count: 5 }), "scaling.schedule.0.count"],
  ["a day twice", at({ time: "07:30", count: 2, days: ["monday", "monday"] }), "scaling.schedule.0.days"],
  ["no day", at({ time: "07:30", count: 2, days: [] }), "scaling.schedule.0.days"],
  [
    "two counts at one time",
    at({ time: "07:30", count: 2 }, { time: "07:30", count: 3, days: ["sunday"] }),
    "scaling.schedule.1.time",
  ],
])("%s is refused by name", async (_, scaling, named) => {
  const refused = await update({ scaling });
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual([named]);
  expect((await api.request("GET", path)).body.scaling).toBeNull();
});

test("a plan of rules shows the most that they can remove and make, and the change does only what is due", async () => {
  const scaling = { ...BOUNDS, metric };
  const { body } = await update({ scaling }, { dry_run: "true" });
  const ofVms = body.changes.filter(({ resource_type }: { resource_type: string }) => resource_type === "cloud_vm");
  expect(ofVms.map(({ action, name }: { action: string; name: string }) => `${action} ${name}`).toSorted()).toEqual([
    "create web-3",
    "create web-4",
    "create web-5",
    "delete web-2",
  ]);
  const changed = await update({ scaling });
  expect(changed.body).toMatchObject({
    ...{ desired_count: 2, member_count: 2, scaling_decisions: [] },
    scaling: { ...BOUNDS, metric: { ...metric, cooldown_minutes: 5 }, schedule: [], timezone: "UTC" },
  });
  const refused = await update({ desired_count: 5 });
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors).toMatchObject([{ field: "desired_count" }]);
  expect((await update({ name: "www" })).body).toMatchObject({ desired_count: 2, scaling: { max_count: 4 } });
  expect((await update({ scaling: null })).body).toMatchObject({ desired_count: 2, scaling: null });
});

test("a group begins with its lowest count", async () => {
  const body = { name: "low", plan_id: "plan-nano", template_id: "debian-13", scaling: { ...BOUNDS, metric } };
  const created = await api.request("POST", "/compute/vm-groups", { body });
  expect(created.body).toMatchObject({ desired_count: 1, member_count: 1 });
  const fixed = await api.request("POST", "/compute/vm-groups", { body: { ...body, name: "none", desired_count: 0 } });
  expectError(fixed, 400, "invalid_request");
});
