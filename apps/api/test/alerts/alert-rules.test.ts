import {
  ALERT_LIMITS,
  ALERT_METRIC_NAMES,
  ALL_SCOPES,
  type AlertMetric,
  type Method,
  type Scope,
  scopeOfMetric,
} from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, type RequestOptions, startApi, type Tenant } from "../api-fixture.ts";
import { makeVm } from "../compute/compute-fixture.ts";
import { exampleOf, operations } from "../examples/all.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let names = 0;
const make = (body: object = {}, as: object = {}) =>
  api.request("POST", "/alert-rules", {
    body: { name: `rule-${++names}`, metric: "vm_cpu_percent", threshold: 90, ...body },
    ...as,
  });

describe("POST /alert-rules", () => {
  test("201: the record with its defaults", async () => {
    const { status, body } = await make({ name: "busy" });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...{ alert_rule_id: expect.stringMatching(/^alr_/), name: "busy", description: "" },
      ...{ metric: "vm_cpu_percent", comparison: "above", threshold: 90, minutes: 5, resource_ids: null, tag: null },
      ...{ notify_admins: true, notify_user_ids: [], enabled: true, firing_count: 0 },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    });
    expect((await api.request("GET", `/alert-rules/${body.alert_rule_id}`)).body).toEqual(body);
    expect((await api.request("GET", "/alert-rules", { query: { name: "busy" } })).body).toEqual([body]);
    expect((await api.request("GET", "/alert-rules", { query: { metric: "cdn_5xx_percent" } })).body).toEqual([]);
  });

  test("409 for a name that is taken", async () => {
    await make({ name: "twice" });
    expectError(await make({ name: "twice" }), 409, "name_taken");
  });

  test.each([
    [{ threshold: -1 }, "threshold"],
    [{ threshold: 101 }, "threshold"],
    [{ minutes: 0 }, "minutes"],
    [{ minutes: ALERT_LIMITS.minutes + 1 }, "minutes"],
    [{ metric: "vm_disk_percent" }, "metric"],
    [{ comparison: "beside" }, "comparison"],
    [{ metric: "volume_used_percent", tag: "web" }, "tag"],
    [{ metric: "cdn_5xx_percent", tag: "web" }, "tag"],
    [{ resource_ids: [] }, "resource_ids"],
    [{ resource_ids: ["vm_none"] }, "resource_ids"],
    [{ notify_user_ids: ["nobody"] }, "notify_user_ids"],
  ])("400 for %o names the field", async (body, field) => {
    const response = await make(body);
    expectError(response, 400, "invalid_request");
    expect(response.body.errors).toEqual([{ field, message: expect.any(String) }]);
  });

  test("400 for resources that do not have the metric, are elsewhere, or come with a tag", async () => {
    const vm_id = await makeVm(api);
    const fieldOf = async (body: object, as: object = {}) => (await make(body, as)).body.errors?.[0]?.field;
    expect(await fieldOf({ metric: "gpu_temperature_celsius", resource_ids: [vm_id] })).toBe("resource_ids");
    expect(await fieldOf({ metric: "volume_used_percent", resource_ids: [vm_id] })).toBe("resource_ids");
    expect(await fieldOf({ resource_ids: [vm_id], tag: "web" })).toBe("resource_ids");
    const { token, workspaceId } = await api.createTenant();
    expect(await fieldOf({ resource_ids: [vm_id] }, { token, workspaceId })).toBe("resource_ids");
    expect((await make({ resource_ids: [vm_id] })).status).toBe(201);
  });

  test("400 for a user of another organization, as for one who does not exist", async () => {
    await api.database.prisma.user.create({ data: { id: "a_stranger", name: "Eve", email: "eve@example.com" } });
    const stranger = await make({ name: "stranger", notify_user_ids: ["a_stranger"] });
    const { request_id: _, ...nobody } = (await make({ name: "stranger", notify_user_ids: ["nobody"] })).body;
    expect(stranger.body).toMatchObject(nobody);
    expect(stranger.body.errors[0].field).toBe("notify_user_ids");
  });

  test("409 for one rule too many, also of requests that come together", async () => {
    const { token, workspaceId } = await api.createTenant();
    await api.database.pool.query(
      `INSERT INTO alert_rule (workspace_id, alert_rule_id, name, description, metric, comparison, threshold, minutes,
                               notify_admins, notify_user_ids, enabled)
       SELECT $1, 'alr_' || n, 'rule ' || n, '', 'vm_cpu_percent', 'above', 1, 1, true, '{}', true
         FROM generate_series(1, $2::int) AS n`,
      [workspaceId, ALERT_LIMITS.rules - 1],
    );
    const answers = await Promise.all([1, 2, 3].map(() => make({}, { token, workspaceId })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });
});

describe("PATCH /alert-rules/{alert_rule_id}", () => {
  const patch = (id: string, body: object) => api.request("PATCH", `/alert-rules/${id}`, { body });

  test("200: changes what is given, and null gives up a tag or named resources", async () => {
    const vm_id = await makeVm(api);
    const { body } = await make({ tag: "web" });
    const id = body.alert_rule_id;
    expect((await patch(id, { minutes: 10 })).body).toMatchObject({ tag: "web", minutes: 10, threshold: 90 });
    const named = await patch(id, { tag: null, resource_ids: [vm_id], threshold: 0, enabled: false });
    expect(named.body).toMatchObject({ tag: null, resource_ids: [vm_id], threshold: 0, enabled: false });
    expect((await patch(id, { resource_ids: null })).body).toMatchObject({ tag: null, resource_ids: null });
    expect((await patch(id, { tag: "db", resource_ids: [vm_id] })).body.errors[0].field).toBe("resource_ids");
  });

  test("400 for another metric, 404 for an absent rule", async () => {
    const { body } = await make();
    expectError(await patch(body.alert_rule_id, { metric: "vm_memory_percent" }), 400, "invalid_request");
    expectError(await patch("alr_none", { minutes: 10 }), 404, "not_found");
  });
});

describe("the read scope of the metric's resources", () => {
  const LACKING = ALERT_METRIC_NAMES.map((metric) => [metric, scopeOfMetric(metric)] as const);
  const scopes = ["alert.read", "alert.write"] as const;
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await api.createTenant();
  });
  const send = (method: Method, path: string, options: RequestOptions = {}) =>
    api.request(method, path, { token: tenant.token, workspaceId: tenant.workspaceId, ...options });
  const add = (metric: AlertMetric, options: RequestOptions = {}) =>
    send("POST", "/alert-rules", { body: { name: `rule-${++names}`, metric, threshold: 90 }, ...options });
  const without = (missing: Scope) =>
    api.createToken(tenant, { scopes: ALL_SCOPES.filter((each) => each !== missing) });

  /** As if a worker had compared a rule with a resource. */
  async function firing(metric: AlertMetric): Promise<{ ruleId: string; alertId: string }> {
    const ruleId = (await add(metric)).body.alert_rule_id;
    const values = [ruleId, `resource of ${ruleId}`];
    await api.database.pool.query(
      `INSERT INTO alert_state (workspace_id, alert_rule_id, resource_id, resource_type, resource_name, state,
                                breached_since)
       SELECT workspace_id, alert_rule_id, $2, 'any', 'hidden-name', 'firing', now() FROM alert_rule
        WHERE alert_rule_id = $1`,
      values,
    );
    const { rows } = await api.database.pool.query(
      `INSERT INTO alert (workspace_id, alert_rule_id, rule_name, metric, comparison, threshold, minutes, notify_admins,
                          notify_user_ids,
              resource_id, resource_type, resource_name, value)
       SELECT workspace_id, alert_rule_id, name, metric, comparison, threshold, minutes, notify_admins, notify_user_ids,
              $2, 'any', 'hidden-name', 97
         FROM alert_rule WHERE alert_rule_id = $1 RETURNING alert_id`,
      values,
    );
    return { ruleId, alertId: rows[0].alert_id };
  }

  test.each(LACKING)("%s needs %s to be watched, changed and seen", async (metric, scope) => {
    const { ruleId, alertId } = await firing(metric);
    const detail = `The token lacks the scope ${scope}, which the metric ${metric} needs.`;
    for (const token of [await without(scope), await api.createToken(tenant, { scopes })]) {
      for (const query of [{}, { dry_run: "true" }])
        expectError(await add(metric, { token, query }), 403, "scope_missing");
      for (const [method, path, body] of [
        ["PATCH", `/alert-rules/${ruleId}`, { threshold: 1 }],
        ["DELETE", `/alert-rules/${ruleId}`, undefined],
        ["GET", `/alert-rules/${ruleId}/states`, undefined],
        ["GET", `/alerts/${alertId}`, undefined],
      ] as const) {
        const options = { token, ...(body !== undefined && { body }) };
        const refusals = [await send(method, path, options)];
        if (method !== "GET") refusals.push(await send(method, path, { ...options, query: { dry_run: "true" } }));
        for (const refusal of refusals) {
          expectError(refusal, 403, "scope_missing");
          expect(refusal.body.detail, `${method} ${path}`).toBe(detail);
        }
      }
      for (const query of [{}, { alert_rule_id: ruleId }, { status: "firing" }]) {
        const listed = await send("GET", "/alerts", { token, query });
        expect(listed.status).toBe(200);
        expect(listed.text).not.toContain(alertId);
      }
      // The rule itself is a setting. It names nothing but ids.
      const rule = await send("GET", `/alert-rules/${ruleId}`, { token });
      expect(rule.body).toMatchObject({ metric, threshold: 90, firing_count: 1 });
    }

    const token = await api.createToken(tenant, { scopes: [...scopes, scope] });
    expect((await send("GET", `/alert-rules/${ruleId}/states`, { token })).body).toHaveLength(1);
    expect((await send("GET", `/alerts/${alertId}`, { token })).body.resource_name).toBe("hidden-name");
    expect((await send("GET", "/alerts", { token, query: { alert_rule_id: ruleId } })).body).toHaveLength(1);
    expect((await send("PATCH", `/alert-rules/${ruleId}`, { token, body: { threshold: 1 } })).status).toBe(200);
    expect((await add(metric, { token })).status).toBe(201);
    expect((await send("DELETE", `/alert-rules/${ruleId}`, { token })).status).toBe(200);
  });

  test("404 for an absent rule and an absent alert, with every scope and with few", async () => {
    for (const token of [tenant.token, await api.createToken(tenant, { scopes })]) {
      expectError(await send("PATCH", "/alert-rules/alr_none", { token, body: {} }), 404, "not_found");
      expectError(await send("DELETE", "/alert-rules/alr_none", { token }), 404, "not_found");
      expectError(await send("GET", "/alerts/alt_none", { token }), 404, "not_found");
    }
  });
});

test("404 for a rule or an alert of another workspace", async () => {
  const { body } = await make();
  const { token, workspaceId } = await api.createTenant();
  const path = `/alert-rules/${body.alert_rule_id}`;
  for (const [method, suffix] of [
    ["GET", ""],
    ["GET", "/states"],
    ["DELETE", ""],
  ] as const)
    expectError(await api.request(method, `${path}${suffix}`, { token, workspaceId }), 404, "not_found");
  const fixture = new ExampleFixture(api, api.tenant);
  const get = operations.find(({ id }) => id === "alert.get");
  if (get === undefined) throw new Error("the catalog has no alert.get");
  const { params } = await exampleOf(get, fixture);
  const alert = `/alerts/${params?.alert_id}`;
  expectError(await api.request("GET", alert, { token, workspaceId }), 404, "not_found");
  const { status, body: found } = await api.request("GET", alert);
  expect(status).toBe(200);
  expect((await api.request("GET", "/alerts", { query: { resource_id: found.resource_id } })).body).toEqual([found]);
  expect((await api.request("GET", "/alerts", { query: { status: "ended" } })).body).toEqual([]);
});
