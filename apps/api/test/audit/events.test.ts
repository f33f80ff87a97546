import { ALL_SCOPES, type Scope } from "@fulmar/contract";
import { newId } from "@fulmar/core";
import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, nextCursor, startApi, type Tenant } from "../api-fixture.ts";
import { cloneRows } from "../cloned-rows.ts";
import { expectError } from "../expect-error.ts";
import { planOf } from "../query-plan.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const eventsOf = (tenant: Tenant, query: Record<string, string> = {}, token = tenant.token) =>
  api.request("GET", "/audit-events", { query, token, workspaceId: tenant.workspaceId });
const createBucket = (tenant: Tenant, name: string) =>
  api.request("POST", "/object-storage/buckets", {
    body: { name, region: "eu-central-1" },
    token: tenant.token,
    workspaceId: tenant.workspaceId,
  });
const createGroup = (tenant: Tenant, name: string) =>
  api.request("POST", "/networking/firewall-groups", {
    body: { name, is_default: false },
    token: tenant.token,
    workspaceId: tenant.workspaceId,
  });

/** Writes an event that does not come from a request. */
async function write(
  tenant: Tenant,
  event: { action?: string; result?: number; resource_id?: string | null; actor_id?: string } = {},
): Promise<string> {
  const audit_event_id = newId("aud");
  const {
    action = "vm.instance_lost",
    result = 200,
    resource_id = newId("vm"),
    actor_id = "reconcile-instances",
  } = event;
  await api.database.prisma.auditEvent.create({
    data: {
      ...{
        audit_event_id,
        action,
        result,
        resource_id,
        actor_id,
        organization_id: tenant.organizationId,
        workspace_id: BigInt(tenant.workspaceId),
      },
      ...{ actor_type: "system", actor_name: "Fulmar", request_id: audit_event_id },
    },
  });
  return audit_event_id;
}

const idsOf = (body: readonly { audit_event_id: string }[]) => body.map((event) => event.audit_event_id);

test("200: events have actor, action, resource, source IP and result, newest first", async () => {
  const tenant = await api.createTenant();
  await createBucket(tenant, "first-bucket");
  const group = await createGroup(tenant, "web");
  const lost = await write(tenant);
  const { status, body } = await eventsOf(tenant);
  expect(status).toBe(200);
  const common = {
    audit_event_id: expect.stringMatching(/^aud_/),
    request_id: expect.any(String),
    at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    planned: false,
  };
  const request = {
    ...common,
    actor_type: "token",
    actor_id: expect.stringMatching(/^tok_/),
    actor_name: "test",
    source_ip: "127.0.0.1",
  };
  expect(body).toEqual([
    {
      ...{
        ...common,
        audit_event_id: lost,
        actor_type: "system",
        actor_id: "reconcile-instances",
        actor_name: "Fulmar",
      },
      ...{
        action: "vm.instance_lost",
        resource_id: expect.stringMatching(/^vm_/),
        resource_type: "vm",
        source_ip: null,
        result: 200,
      },
    },
    {
      ...request,
      action: "firewallGroup.create",
      resource_id: group.body.firewall_group_id,
      resource_type: "firewall_group",
      result: 201,
    },
    { ...request, action: "bucket.create", resource_id: "first-bucket", resource_type: "bucket", result: 201 },
  ]);
});

test("an event's time is when it was written, not when its transaction began", async () => {
  const tenant = await api.createTenant();
  const { rows } = await api.database.pool.query<{ at: Date; begun: Date }>(
    `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action,
                              request_id, result, at)
     SELECT 'aud_moment', $1, $2, 'system', 'x', 'x', 'vm.corrected', 'x', 200, '2001-01-01' FROM pg_sleep(0.01)
  RETURNING at, now() AS begun`,
    [tenant.organizationId, tenant.workspaceId],
  );
  expect(rows[0]?.at.getTime()).toBeGreaterThan(rows[0]?.begun.getTime() ?? Number.NaN);
});

describe("visible events", () => {
  let tenant: Tenant;
  const tokenOf = (scopes: readonly Scope[]) => api.createToken(tenant, { scopes });
  const actions = async (scopes: readonly Scope[], query: Record<string, string> = {}) =>
    (await eventsOf(tenant, query, await tokenOf(scopes))).body.map((event: { action: string }) => event.action);
  beforeAll(async () => {
    tenant = await api.createTenant();
    await createBucket(tenant, "visible");
    await createGroup(tenant, "visible");
    for (const action of ["vm.instance_lost", "volume.lost", "wallet.charged", "something.else"])
      await write(tenant, { action });
  });

  test("a token sees events of the resource families that its read scopes cover", async () => {
    expect(await actions(["object-storage.read"])).toEqual(["bucket.create"]);
    expect(await actions(["network.read", "object-storage.read", "object-storage.write"])).toEqual([
      "firewallGroup.create",
      "bucket.create",
    ]);
    expect(await actions(["vm.read"])).toEqual(["vm.instance_lost"]);
    expect(await actions(["block-storage.read"])).toEqual(["volume.lost"]);
    expect(await actions(["billing.read"])).toEqual(["wallet.charged"]);
    expect(await actions(["load-balancer.read", "cdn.read"])).toEqual([]);
    expect(await actions(ALL_SCOPES)).toEqual([
      "something.else",
      "wallet.charged",
      "volume.lost",
      "vm.instance_lost",
      "firewallGroup.create",
      "bucket.create",
    ]);
  });

  test("filters reveal no events outside the token's read scopes", async () => {
    expect(await actions(["vm.read"], { action: "bucket.create" })).toEqual([]);
    expect(await actions(["vm.read"], { resource_id: "visible" })).toEqual([]);
    expect(await actions(["vm.read"], { result: "201" })).toEqual([]);
    expect(await actions(["object-storage.read"], { action: "bucket.create", result: "success" })).toEqual([
      "bucket.create",
    ]);
  });

  test("403 scope_missing for a token without read scopes", async () => {
    const response = await eventsOf(
      tenant,
      {},
      await tokenOf(["vm.write", "object-storage.write", "object-storage.delete"]),
    );
    expectError(response, 403, "scope_missing");
  });

  test("a console user sees events that the role may read", async () => {
    const seenBy = async (role: string) => {
      const id = newId("tok");
      await api.database.pool.query(
        `INSERT INTO "user" (id, name, email, email_verified) VALUES ($1, 'Person', $1, true)`,
        [id],
      );
      await api.database.prisma.member.create({ data: { organization_id: tenant.organizationId, user_id: id, role } });
      const envelope = {
        requestId: "console",
        sourceIp: undefined,
        idempotencyKey: undefined,
        signal: new AbortController().signal,
      };
      const answer = await api.core.execute(
        "auditEvent.list",
        { kind: "session", userId: id },
        { workspace_id: tenant.workspaceId },
        envelope,
      );
      return JSON.parse(answer.body).map((event: { action: string }) => event.action);
    };
    expect(await seenBy("billing")).toEqual(["wallet.charged"]);
    expect(await seenBy("owner")).toHaveLength(6);
  });

  test("events of another workspace are not listed", async () => {
    const response = await api.request("GET", "/audit-events", {
      token: tenant.token,
      workspaceId: tenant.otherWorkspaceId,
    });
    expect(response.body).toEqual([]);
  });
});

describe("filters", () => {
  let tenant: Tenant;
  const all: { audit_event_id: string; at: string }[] = [];
  beforeAll(async () => {
    tenant = await api.createTenant();
    await write(tenant, { action: "vm.corrected", actor_id: "one", resource_id: "vm_1", result: 200 });
    await write(tenant, { action: "vm.corrected", actor_id: "two", resource_id: "vm_2", result: 409 });
    await write(tenant, { action: "vm.instance_lost", actor_id: "one", resource_id: "vm_2", result: 402 });
    await write(tenant, { action: "cloudVm.create", actor_id: "two", resource_id: null, result: 202 });
    all.push(...(await eventsOf(tenant)).body);
  });

  // Indexes into the full list, which is newest first.
  test.each([
    [{ action: "vm.corrected" }, [2, 3]],
    [{ actor_id: "two" }, [0, 2]],
    [{ resource_id: "vm_2" }, [1, 2]],
    [{ result: "success" }, [0, 3]],
    [{ result: "failure" }, [1, 2]],
    [{ result: "202" }, [0]],
    [{ result: "404" }, []],
    [{ action: "vm.corrected", actor_id: "two" }, [2]],
    [{ resource_id: "vm_2", result: "failure", actor_id: "one" }, [1]],
    [{ action: "vm.corrected", resource_id: "vm_1", result: "failure" }, []],
    [{ from: "2100-01-01T00:00:00Z" }, []],
    [{ to: "2000-01-01T00:00:00Z" }, []],
    [{ from: "0001-01-01T00:00:00Z", to: "9999-12-31T23:59:59Z" }, [0, 1, 2, 3]],
    [{ from: "2026-01-01T00:00:00+05:30" }, [0, 1, 2, 3]],
  ])("200: %o", async (query: Record<string, string>, expected) => {
    expect(idsOf((await eventsOf(tenant, query)).body)).toEqual(expected.map((place) => all[place]?.audit_event_id));
  });

  test("from is inclusive and to is exclusive, to the millisecond", async () => {
    for (const { at } of all) {
      const shown = all.filter((event) => event.at >= at).map((event) => event.audit_event_id);
      expect(idsOf((await eventsOf(tenant, { from: at })).body)).toEqual(shown);
      const below = all.filter((event) => event.at < at).map((event) => event.audit_event_id);
      expect(idsOf((await eventsOf(tenant, { to: at })).body)).toEqual(below);
    }
  });

  test("the next page continues after the last event under every filter", async () => {
    for (const query of [{}, { actor_id: "two" }, { result: "failure" }, { action: "vm.corrected" }] as Record<
      string,
      string
    >[]) {
      const first = await eventsOf(tenant, { ...query, limit: "1" });
      const second = await eventsOf(tenant, { ...query, limit: "100", cursor: nextCursor(first) });
      expect(idsOf([...first.body, ...second.body])).toEqual(idsOf((await eventsOf(tenant, query)).body));
    }
  });

  test.each([
    [{ from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" }, "from"],
    [{ from: "yesterday" }, "from"],
    [{ from: "2026-01-01" }, "from"],
    [{ to: "2026-02-30T00:00:00Z" }, "to"],
    [{ to: "2026-01-01T00:00:00" }, "to"],
    [{ result: "maybe" }, "result"],
    [{ result: "1000" }, "result"],
    [{ action: "" }, "action"],
    [{ cursor: Buffer.from("vm_1").toString("base64url") }, "cursor"],
  ])("400: %o", async (query: Record<string, string>, field) => {
    const response = await eventsOf(tenant, query);
    expectError(response, 400, "invalid_request");
    expect(response.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });
});

test("every filter reads at most 40 rows by an index to find 10 of 5,000 events", async () => {
  const tenant = await api.createTenant();
  const few = { action: "vm.corrected", actor_id: "rare", resource_id: "vm_rare", result: 409 };
  for (let count = 0; count < 20; count++) await write(tenant, few);
  await createBucket(tenant, "common");
  const table = { name: "audit_event", id: "audit_event_id", unique: {} };
  await cloneRows(
    api.database,
    { ...table, unique: { at: "clock_timestamp()" } },
    { workspaceIds: [tenant.workspaceId], from: 1, to: 5000 },
  );
  await api.database.pool.query("ANALYZE audit_event");
  const record = recordStatements(api.served);
  const onlyVms = await api.createToken(tenant, { scopes: ["vm.read"] });
  const asked: [Record<string, string>, string][] = [
    [{}, tenant.token],
    [{ action: few.action }, tenant.token],
    [{ actor_id: few.actor_id }, tenant.token],
    [{ resource_id: few.resource_id }, tenant.token],
    [{ result: "409" }, tenant.token],
    [{ result: "failure" }, tenant.token],
    [{ from: "2026-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z" }, tenant.token],
    [{}, onlyVms],
  ];
  for (const [query, token] of asked) {
    const { result, statements } = await record(() => eventsOf(tenant, { ...query, limit: "10" }, token));
    expect(result.body).toHaveLength(10);
    const [list] = statements.filter(({ name }) => name?.startsWith("audit_event_list"));
    if (list === undefined) throw new Error("no list was asked for");
    const touched = (await planOf(api.served, list)).map(
      (node) => (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
    );
    expect(Math.max(...touched), JSON.stringify(query)).toBeLessThanOrEqual(40);
  }
});
