// The console's search and counts over all families, with a row of everything that has an example.
import { randomUUID } from "node:crypto";
import { FOUND_TYPES, type FoundType, LISTED_TYPES, type ListedType, type Role } from "@fulmar/contract";
import { createPerson, recordStatements } from "@fulmar/testkit";
import { createRouter } from "@fulmar/trpc";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { EVERYTHING_MS, exampleOf, operations } from "../examples/all.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";

/**
 * Where rows of each type are stored: table, id and a condition for the type. Others are in the table of their type, by
 * `<type>_id`.
 */
const ROWS: { readonly [Type in FoundType]?: readonly [table: string, id: string, only?: string] } = {
  cloud_vm: ["vm", "vm_id", "type = 'cloud'"],
  gpu_vm: ["vm", "vm_id", "type = 'gpu'"],
  operation: ["operation", "operation_id", "resource_type = 'cloud_vm'"],
  vm_image: ["vm_image", "image_id"],
  volume_snapshot: ["volume_snapshot", "snapshot_id"],
  snapshot: ["snapshot_set", "snapshot_set_id"],
  backup_policy: ["backup_policy", "policy_id"],
  vpc_node: ["vpc_node", "allocation_id"],
  reserved_ip: ["reserved_ip", "public_ip_id"],
  firewall_rule: ["firewall_rule", "rule_id"],
  load_balancer_pool: ["load_balancer_pool", "pool_id"],
  load_balancer_target: ["load_balancer_target", "target_id"],
  load_balancer_listener: ["load_balancer_listener", "listener_id"],
  cdn_distribution: ["cdn_distribution", "distribution_id"],
  cdn_custom_domain: ["cdn_custom_domain", "domain"],
  cdn_purge: ["cdn_purge", "purge_id"],
  cdn_signing_key: ["cdn_signing_key", "key_id"],
  dns_zone: ["dns_zone", "zone_id"],
  dns_record_set: ["dns_record_set", "record_set_id"],
  secret_store: ["secret_store", "store_id"],
};

let api: Api;
let tenant: Tenant;
let router: ReturnType<typeof createRouter>;
beforeAll(async () => {
  api = await startApi();
  const draining = new AbortController().signal;
  router = createRouter({ core: api.core, database: api.served, logger: { error: () => undefined }, draining });
  tenant = await api.createTenant();
  for (const operation of operations) {
    const fixture = new ExampleFixture(api, tenant);
    const response = await fixture.send(operation, await exampleOf(operation, fixture));
    expect(response.status, operation.id).toBe(operation.success);
  }
}, EVERYTHING_MS);
afterAll(() => api.close());

/** A role in a workspace's organization. */
interface Visitor extends Pick<Tenant, "workspaceId" | "organizationId"> {
  readonly role: Role;
}

function visitor(role: Role, { workspaceId, organizationId }: Omit<Visitor, "role"> = tenant): Visitor {
  return { role, workspaceId, organizationId };
}

const people = new Map<string, string>();

/** A caller with the role in the workspace's organization. */
async function callerOf({ role, workspaceId, organizationId: organization_id }: Visitor) {
  const place = `${role} ${organization_id}`;
  const user_id = people.get(place) ?? (await somebody(organization_id, role));
  people.set(place, user_id);
  const credentials = { kind: "session", userId: user_id } as const;
  const procedures = router.createCaller({
    credentials,
    credentialsNow: async () => credentials,
    idempotencyKey: undefined,
    requestId: randomUUID(),
    sourceIp: undefined,
    signal: new AbortController().signal,
  });
  return { procedures, workspace_id: workspaceId };
}

async function somebody(organization_id: string, role: Role): Promise<string> {
  const person = { name: role, email: `${randomUUID()}@example.com` };
  const user_id = await createPerson(api.database, person);
  await api.database.prisma.member.create({ data: { organization_id, user_id, role } });
  return user_id;
}

async function findResources(who: Visitor, text: string) {
  const { procedures, workspace_id } = await callerOf(who);
  return procedures.search.find({ workspace_id, text });
}

async function locateResource(who: Visitor, id: string) {
  const { procedures, workspace_id } = await callerOf(who);
  return procedures.search.locate({ workspace_id, id });
}

async function nameResources(who: Visitor, ids: string[]) {
  const { procedures, workspace_id } = await callerOf(who);
  return procedures.search.named({ workspace_id, ids });
}

async function readOverview(who: Visitor) {
  const { procedures, workspace_id } = await callerOf(who);
  return procedures.overview.get({ workspace_id });
}

async function listActivity(who: Visitor) {
  const { procedures, workspace_id } = await callerOf(who);
  return procedures.activity.list({ workspace_id });
}

async function listEnded(who: Visitor, operation_ids: string[]) {
  const { procedures, workspace_id } = await callerOf(who);
  return procedures.activity.ended({ workspace_id, operation_ids });
}

async function idOf(type: FoundType): Promise<string> {
  const [table, id, only = "true"] = ROWS[type] ?? [type, `${type}_id`];
  const { rows } = await api.database.pool.query<{ id: string }>(
    `SELECT ${id} AS id FROM ${table} WHERE workspace_id = $1 AND ${only} LIMIT 1`,
    [tenant.workspaceId],
  );
  return rows[0]?.id ?? expect.fail(`there is no ${type}`);
}

test.each(FOUND_TYPES)(
  "a %s is found by its id or a prefix of it, but not from another workspace or without its read scope",
  async (type) => {
    const id = await idOf(type);
    expect(await locateResource(visitor("viewer"), id)).toMatchObject({ type, id });
    expect(await findResources(visitor("viewer"), id.slice(0, -1).toUpperCase())).toContainEqual(
      expect.objectContaining({ type, id }),
    );
    for (const who of [visitor("billing"), visitor("owner", api.tenant)]) {
      expect(await locateResource(who, id)).toBeNull();
      expect(await findResources(who, id)).toEqual([]);
    }
  },
);

test("resources of all types are named by id in one request, limited to what the role may read", async () => {
  const ids = await Promise.all(FOUND_TYPES.map(idOf));
  const named = await nameResources(visitor("viewer"), [...ids, "vm_none"]);
  expect(new Set(named.map(({ id }) => id))).toEqual(new Set(ids));
  for (const who of [visitor("billing"), visitor("owner", api.tenant)])
    expect(await nameResources(who, ids)).toEqual([]);
  // Usage and audit events refer to buckets by name.
  const bucket = named.find(({ type }) => type === "bucket")?.name ?? "";
  expect(await nameResources(visitor("viewer"), [bucket])).toMatchObject([
    { type: "bucket", id: bucket, name: bucket },
  ]);
  expect(await locateResource(visitor("viewer"), bucket)).toMatchObject({ type: "bucket", name: bucket });
});

test("resources are found by a prefix of their name in any case, with their parents", async () => {
  const fixture = new ExampleFixture(api, tenant);
  const vpc = await fixture.make("vpc.create", {
    body: { name: "Prod-Net", site_id: "site-fra-1", cidr: "10.77.0.0/16" },
  });
  const subnet = await fixture.make("subnet.create", {
    params: { vpc_id: vpc.vpc_id },
    body: { name: "prod-web", cidr: "10.77.1.0/24" },
  });
  const found = await findResources(visitor("owner"), " PROD-");
  expect(found).toMatchObject([
    { type: "vpc", id: vpc.vpc_id, name: "Prod-Net", parent_ids: [] },
    { type: "subnet", id: subnet.subnet_id, name: "prod-web", parent_ids: [vpc.vpc_id] },
  ]);
  for (const nothing of ["", " ", "%", "_", "no such name", "'; --", "\u{10FFFF}", "\0".replace("\0", "\\0")]) {
    expect(await findResources(visitor("owner"), nothing)).toEqual([]);
  }
});

test("resources are found by a part of their name, by an address and by a tag", async () => {
  const fixture = new ExampleFixture(api, tenant);
  const { vm_id } = await fixture.make("cloudVm.create", {
    body: { name: "green-harbour", plan_id: "plan-nano", template_id: "debian-13", tags: ["seaside"] },
  });
  await api.database.pool.query("UPDATE vm SET private_ip = '10.99.3.7' WHERE vm_id = $1", [vm_id]);
  const vm = expect.objectContaining({ type: "cloud_vm", id: vm_id });
  for (const text of ["harb", "HARBOUR", "10.99.3.7", "99.3", "seaside"])
    expect(await findResources(visitor("owner"), text), text).toContainEqual(vm);
  for (const text of ["h", "harbourx"])
    expect(await findResources(visitor("owner"), text), text).not.toContainEqual(vm);
  for (const who of [visitor("billing"), visitor("owner", api.tenant)])
    expect(await findResources(who, "harb")).toEqual([]);
});

test("search, locate, named and activity take one statement each after authentication, the overview six", async () => {
  const record = recordStatements(api.served);
  const owner = visitor("owner");
  await callerOf(owner);
  const id = await idOf("volume");
  const count = async (work: () => Promise<unknown>) => (await record(work)).statements.length;
  expect(await count(() => findResources(owner, "a"))).toBe(2);
  expect(await count(() => locateResource(owner, id))).toBe(2);
  expect(await count(() => nameResources(owner, [id, "vm_none"]))).toBe(2);
  expect(await count(() => listActivity(owner))).toBe(2);
  expect(await count(() => readOverview(owner))).toBe(7);
});

test("the overview has counts by state, concerns and spend, limited to what the role may read", async () => {
  const { pool } = api.database;
  const vmId = await idOf("cloud_vm");
  await pool.query("UPDATE vm SET status = 'error' WHERE vm_id = $1", [vmId]);
  await pool.query("UPDATE secret SET expires_at = now() + interval '3 days' WHERE secret_id = $1", [
    await idOf("secret"),
  ]);
  await pool.query("UPDATE api_token SET expires_at = now() + interval '3 days' WHERE organization_id = $1", [
    tenant.organizationId,
  ]);
  await pool.query(`INSERT INTO quota (workspace_id, resource, "limit") VALUES ($1, 'volumes', 1)`, [
    tenant.workspaceId,
  ]);
  await pool.query(
    `UPDATE wallet SET suspended_at = now(), suspended_by = 'operator', suspended_reason = 'unpaid'
       WHERE organization_id = $1`,
    [tenant.organizationId],
  );
  onTestFinished(async () => {
    await pool.query(
      "UPDATE wallet SET suspended_at = NULL, suspended_by = NULL, suspended_reason = NULL WHERE organization_id = $1",
      [tenant.organizationId],
    );
    await pool.query("DELETE FROM quota WHERE workspace_id = $1", [tenant.workspaceId]);
  });
  const overview = await readOverview(visitor("owner"));
  const { rows } = await pool.query(
    "SELECT count(*)::int AS count FROM vm WHERE workspace_id = $1 AND type = 'cloud' AND deleted_at IS NULL",
    [tenant.workspaceId],
  );
  const vms = overview.counts.filter(({ family }) => family === "cloud_vm");
  expect(vms.reduce((sum, { count }) => sum + count, 0)).toBe(rows[0].count);
  expect(vms).toContainEqual(expect.objectContaining({ status: "error" }));
  expect(new Set(overview.concerns.map(({ kind }) => kind))).toEqual(
    new Set(["suspended", "failed", "secret_expires", "token_expires", "quota", "alert_fires"]),
  );
  expect(overview.concerns).toContainEqual({
    kind: "failed",
    resource: expect.objectContaining({ id: vmId, type: "cloud_vm" }),
  });
  expect(overview.spend).toMatchObject({ amount: "0", currency: "USD" });

  const seen = await readOverview(visitor("viewer"));
  expect(seen.spend).toMatchObject({ amount: "0", balance: null });
  expect(seen.concerns.map(({ kind }) => kind)).not.toContain("token_expires");
  expect(await readOverview(visitor("billing"))).toMatchObject({
    counts: [],
    concerns: [{ kind: "suspended" }, { kind: "quota" }],
  });
});

test("running operations are listed and then reported as ended", async () => {
  const { pool } = api.database;
  const owner = visitor("owner");
  const { running, running_count } = await listActivity(owner);
  expect(running.length).toBe(Math.min(running_count, 50));
  const [ending, failing] = running;
  if (ending === undefined || failing === undefined) throw new Error("nothing is under way");
  expect(ending).toMatchObject({ finished_at: null, steps_done: 0 });
  expect(ending.steps_total).toBeGreaterThan(0);
  expect(await listEnded(owner, [ending.operation_id])).toEqual([]);
  await pool.query(
    "UPDATE operation SET status = 'succeeded', finished_at = now() - interval '1 second' WHERE operation_id = $1",
    [ending.operation_id],
  );
  await pool.query(
    "UPDATE operation SET status = 'failed', error_message = 'No room.', finished_at = now() WHERE operation_id = $1",
    [failing.operation_id],
  );
  const ended = await listEnded(owner, [ending.operation_id, failing.operation_id, "op_none"]);
  expect(ended).toMatchObject([
    { status: "succeeded" },
    { status: "failed", error_message: "No room.", resource_name: failing.resource_name },
  ]);
  expect(await listActivity(owner)).toMatchObject({
    running_count: running_count - 2,
    failed: [{ operation_id: failing.operation_id }],
  });
  expect(await listActivity(visitor("billing"))).toEqual({ running_count: 0, running: [], failed: [] });
  expect(await listEnded(visitor("owner", api.tenant), [ending.operation_id])).toEqual([]);
});

/** The path of each list that is counted. */
const LIST_OF: Readonly<Record<ListedType, string>> = {
  cloud_vm: "/compute/cloud-vms",
  gpu_vm: "/compute/gpu-vms",
  volume: "/block-storage/volumes",
  bucket: "/object-storage/buckets",
  vpc: "/networking/vpcs",
  reserved_ip: "/networking/reserved-ips",
  load_balancer: "/load-balancers",
  cdn_distribution: "/cdn/distributions",
};

test.each(LISTED_TYPES)("the count of %s is that of its list, whole and filtered", async (type) => {
  const { procedures, workspace_id } = await callerOf(visitor("owner"));
  const rows = async (query: Record<string, string | string[]>) => {
    const asked = Object.entries({ ...query, limit: "1000", workspace_id }).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    );
    const path = `${LIST_OF[type]}?${new URLSearchParams(asked)}`;
    const { status, body } = await api.request("GET", path, { ...tenant, workspaceId: null });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const whole = await rows({});
  const [one] = whole;
  expect(whole.length).toBeGreaterThan(0);
  const counted = (filter: Omit<Parameters<typeof procedures.overview.listed>[0], "workspace_id" | "type">) =>
    procedures.overview.listed({ workspace_id, type, ...filter });
  expect(await counted({})).toEqual({ matching: whole.length, all: whole.length });
  const search = String(one.name || one.label || one.address).slice(1, 5);
  expect((await counted({ search })).matching).toBe((await rows({ search })).length);
  expect((await counted({ tag: ["none"] })).matching).toBe(0);
  for (const [filter, name, value] of filtersOf(type, one)) {
    expect((await counted({ [filter]: [value] })).matching, name).toBe((await rows({ [name]: [value] })).length);
    expect((await counted({ [filter]: ["none"] })).matching, name).toBe(0);
  }
});

/** The filters of a list: as it is counted, as it is listed, and a value that a row has. */
function filtersOf(type: ListedType, row: Readonly<Record<string, string>>) {
  const filters = [
    ["status", "status", type === "bucket" ? undefined : row.status],
    ["place", "region", row.region],
    // Records of VMs and distributions do not say where they are.
    ["place", "site_id", type === "bucket" ? undefined : row.site_id],
  ] as const;
  return filters.flatMap(([filter, name, value]) => (value === undefined ? [] : [[filter, name, value] as const]));
}

test("a role without a family's scope is told of none of its rows and tags", async () => {
  const { procedures, workspace_id } = await callerOf(visitor("billing"));
  expect(await procedures.overview.listed({ workspace_id, type: "cloud_vm" })).toEqual({ matching: 0, all: 0 });
  expect(await procedures.overview.tags({ workspace_id, type: "cloud_vm" })).toEqual([]);
});
