// The ceilings of a token in an hour without a person, and who may change them.
import type { PublicOperationId } from "@fulmar/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi, type Tenant, type TokenOptions } from "../api-fixture.ts";
import { databaseState } from "../database-state.ts";
import { examplesOf } from "../examples/all.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { BOUNDLESS, declared, LOSSES } from "./losses.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let number = 0;

/** A token with ceilings of a tenant of its own. */
async function held(options: TokenOptions) {
  const tenant = await api.createTenant();
  const token = await api.createToken(tenant, options);
  const send = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object, as = token) =>
    api.request(method, path, { token: as, workspaceId: tenant.workspaceId, ...(body !== undefined && { body }) });
  return { tenant, token, send };
}

const bucket = () => ({ name: `ceiling-${++number}`, region: "eu-central-1" });
const network = () => ({ name: `ceiling-${++number}`, site_id: "site-ams-1", cidr: `10.${number % 250}.0.0/16` });

async function countedFor({ organizationId }: Tenant) {
  const { rows } = await api.database.pool.query(
    `SELECT sum(h.deletions)::int AS deletions, sum(h.resources)::int AS resources, sum(h.added_cost)::float8 AS cost
       FROM token_hour h JOIN api_token t USING (token_id) WHERE t.organization_id = $1`,
    [organizationId],
  );
  return rows[0];
}

test("parallel requests do not pass a ceiling together, and the refusal says when it is free again", async () => {
  const { tenant, send } = await held({ ceilings: { max_resources_per_hour: 3 } });
  const answers = await Promise.all(Array.from({ length: 12 }, () => send("POST", "/networking/vpcs", network())));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status !== 201);
  for (const { status, body, headers } of refused) {
    expect([status, body.code]).toEqual([403, "ceiling_reached"]);
    expect(body.detail).toMatch(/max_resources_per_hour is 3, of which 3 is used, .* free again at \d{4}-/);
    const wait = Number(headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3_600);
  }
  const { rows } = await api.database.pool.query("SELECT count(*)::int AS made FROM vpc WHERE workspace_id = $1", [
    tenant.workspaceId,
  ]);
  expect(rows).toEqual([{ made: 3 }]);
  expect(await countedFor(tenant)).toEqual({ deletions: 0, resources: 3, cost: 0 });
});

test("a refused change and a replay count nothing, and a new hour begins at nothing", async () => {
  const { tenant, token, send } = await held({ ceilings: { max_resources_per_hour: 2 } });
  const first = network();
  const once = { token, workspaceId: tenant.workspaceId, body: first, key: "the-same" };
  expect((await api.request("POST", "/networking/vpcs", once)).status).toBe(201);
  expect((await api.request("POST", "/networking/vpcs", once)).headers["idempotency-replayed"]).toBe("true");
  expect((await send("POST", "/networking/vpcs", { ...first })).body.code).toBe("cidr_overlap");
  expect(await countedFor(tenant)).toMatchObject({ resources: 1 });
  expect((await send("POST", "/networking/vpcs", network())).status).toBe(201);
  expect((await send("POST", "/networking/vpcs", network())).body.code).toBe("ceiling_reached");
  await api.database.pool.query(
    `UPDATE token_hour h SET hour = hour - interval '1 hour' FROM api_token t WHERE t.token_id = h.token_id
       AND t.organization_id = $1`,
    [tenant.organizationId],
  );
  expect((await send("POST", "/networking/vpcs", network())).status).toBe(201);
});

test("deletions and added cost have ceilings of their own", async () => {
  const deleting = await held({ ceilings: { max_deletions_per_hour: 1 } });
  const names = [bucket(), bucket()];
  for (const body of names) await deleting.send("POST", "/object-storage/buckets", body);
  const [one, two] = names.map(({ name }) => `/object-storage/buckets/${name}`);
  expect((await deleting.send("DELETE", one ?? "")).status).toBe(200);
  expect((await deleting.send("DELETE", two ?? "")).body.code).toBe("ceiling_reached");
  expect((await deleting.send("PATCH", two ?? "", { is_public: false })).status).toBe(200);

  const buying = await held({ ceilings: { max_added_cost_per_hour: "0.01" } });
  const volume = (size_gb: number) =>
    buying.send("POST", "/block-storage/volumes", { name: `v-${++number}`, size_gb, site_id: "site-ams-1" });
  expect((await volume(10)).status).toBe(201);
  const tooMuch = await volume(10_000);
  expect([tooMuch.status, tooMuch.body.code]).toEqual([403, "ceiling_reached"]);
  expect(tooMuch.body.detail).toContain("max_added_cost_per_hour is 0.01");
});

test.each(Object.entries(LOSSES))(
  "%s: what is lost counts, and is not lost beyond the ceiling",
  async (_name, arrange) => {
    api.answerQuestions();
    const fixture = new ExampleFixture(api, await api.createTenant());
    const { operation, request, counts } = await arrange(fixture);
    const upTo = (most: number) => api.createToken(fixture.tenant, { ceilings: { max_deletions_per_hour: most } });
    const [less, enough] = [await upTo(counts - 1), await upTo(counts)];
    const before = await databaseState(api.database);
    const refused = await fixture.send(operation, request, { token: less });
    expect([refused.status, refused.body.code]).toEqual([403, "ceiling_reached"]);
    expect(refused.body.detail).toContain(
      `max_deletions_per_hour is ${counts - 1}, of which 0 is used, and this request needs ${counts};`,
    );
    const { "public.audit_event": _, ...after } = await databaseState(api.database);
    expect(before).toMatchObject(after);
    const done = await fixture.send(operation, request, { token: enough });
    expect(done.status, done.text).toBe(operation.success);
    expect(await countedFor(fixture.tenant)).toMatchObject({ deletions: counts });
  },
);

test.each(BOUNDLESS)(
  "%s is refused with a ceiling for deletions, because nobody can count what it does",
  async (id) => {
    const fixture = new ExampleFixture(api, await api.createTenant());
    const operation = declared(id);
    const request = await examplesOf(operation)[0](fixture);
    const token = await api.createToken(fixture.tenant, { ceilings: { max_deletions_per_hour: 1_000 } });
    const refused = await fixture.send(operation, request, { token });
    expect([refused.status, refused.body.code]).toEqual([403, "ceiling_reached"]);
    expect(refused.body.detail).toMatch(
      /nobody can count .* ask a person to do it, or use a token without this ceiling/,
    );
    const other = await api.createToken(fixture.tenant, { ceilings: { max_resources_per_hour: 1 } });
    expect((await fixture.send(operation, request, { token: other })).status).toBe(200);
  },
);

/** The request that begins the charge of each product besides VMs, or none in particular. */
const CHARGED_BY: Readonly<Record<string, PublicOperationId | "what is stored" | "what is sent">> = {
  "disk.root": "cloudVm.resizeRootDisk",
  "backup.policy": "backupPolicy.enable",
  "backup.storage": "backup.create",
  "image.storage": "image.create",
  "snapshot.storage": "snapshot.create",
  "volume.ssd": "volume.create",
  "volume.nvme": "volume.create",
  "volume.hdd": "volume.create",
  "ip.reserved": "reservedIp.create",
  "nat.gateway": "natGateway.create",
  "load-balancer": "loadBalancer.create",
  "bucket.standard": "bucket.create",
  "object.storage": "what is stored",
  "object.transfer": "what is sent",
  "cdn.distribution": "cdnDistribution.create",
  "cdn.transfer": "what is sent",
};
const OTHERS: readonly PublicOperationId[] = [
  ...(["cloudVm.create", "cloudVm.resizePlan", "cloudVm.restore", "gpuVm.create", "gpuVm.resizePlan"] as const),
  ...(["gpuVm.restore", "gpuVm.resizeRootDisk", "gpuSnapshot.create", "gpuBackup.create"] as const),
  "workspaceBackup.createVm",
  "workspaceSnapshot.createVm",
  ...(["gpuBackupPolicy.enable", "volume.resize", "volumeSnapshot.create"] as const),
];
const charging = [...new Set([...Object.values(CHARGED_BY), ...OTHERS])].filter((by) => !by.startsWith("what "));

test("every product of the price list is charged by an operation whose cost is counted, or is metered", async () => {
  const { body } = await api.request("GET", "/billing/skus", { query: { limit: "200" } });
  const products = (body as { sku_code: string }[]).map(({ sku_code }) => sku_code);
  expect(new Set(products.filter((sku) => !/^(vm|gpu)\./.test(sku)))).toEqual(new Set(Object.keys(CHARGED_BY)));
});

test.each(charging)("%s counts what it adds to the price of an hour", async (id) => {
  api.answerQuestions();
  const fixture = new ExampleFixture(api, await api.createTenant());
  const operation = declared(id as PublicOperationId);
  const request = await examplesOf(operation)[0](fixture);
  const upTo = async (max_added_cost_per_hour: string) => {
    const token = await api.createToken(fixture.tenant, { ceilings: { max_added_cost_per_hour } });
    return fixture.send(operation, request, { token });
  };
  const refused = await upTo("0.00000001");
  expect([refused.status, refused.body.code]).toEqual([403, "ceiling_reached"]);
  const done = await upTo("1000");
  expect(done.status, done.text).toBe(operation.success);
  expect((await countedFor(fixture.tenant))?.cost).toBeGreaterThan(0.00000001);
});

test("rules of a firewall group are resources", async () => {
  const { tenant, send } = await held({ ceilings: { max_resources_per_hour: 3 } });
  const group = (await send("POST", "/networking/firewall-groups", { name: "web" })).body.firewall_group_id;
  const rules = `/networking/firewall-groups/${group}/rules`;
  expect((await send("POST", rules, { port_start: 443 })).status).toBe(201);
  expect((await send("PATCH", `/networking/firewall-groups/${group}`, { description: "HTTPS" })).status).toBe(200);
  expect((await send("POST", rules, { port_start: 80 })).status).toBe(201);
  expect((await send("POST", rules, { port_start: 22 })).body.code).toBe("ceiling_reached");
  expect(await countedFor(tenant)).toMatchObject({ deletions: 0, resources: 3 });
});

test("domains of a distribution are resources", async () => {
  const { tenant, token } = await held({ ceilings: { max_resources_per_hour: 1 } });
  const fixture = new ExampleFixture(api, tenant);
  const operation = declared("cdnCustomDomain.create");
  const add = async () => {
    const [example] = examplesOf(operation);
    if (example === undefined) throw new Error("There is no example.");
    return fixture.send(operation, await example(fixture), { token });
  };
  expect((await add()).status).toBe(201);
  expect((await add()).body.code).toBe("ceiling_reached");
  expect(await countedFor(tenant)).toMatchObject({ resources: 1 });
});

test("a token that a token with ceilings makes is counted with it", async () => {
  const { tenant, token, send } = await held({ ceilings: { max_resources_per_hour: 2 } });
  const child = {
    ...{ name: "child", scopes: ["network.write", "network.read"], workspace_policy: "entire_organization" },
    ...{ workspace_ids: [], expires_at: null, max_resources_per_hour: 2 },
  };
  const loose = await send("POST", "/tokens", { ...child, max_resources_per_hour: null });
  expect([loose.status, loose.body.code, loose.body.errors?.[0]?.field]).toEqual([
    403,
    "exceeds_own_token",
    "max_resources_per_hour",
  ]);
  // The token itself is one of the two.
  const made = await send("POST", "/tokens", child);
  expect(made.status, made.text).toBe(201);
  expect((await send("POST", "/networking/vpcs", network(), made.body.token)).status).toBe(201);
  expect((await send("POST", "/networking/vpcs", network(), token)).body.code).toBe("ceiling_reached");
  expect((await send("POST", "/networking/vpcs", network(), made.body.token)).body.code).toBe("ceiling_reached");
  expect(await countedFor(tenant)).toMatchObject({ resources: 2 });
});

test("no token loosens itself or another; it may hold them more, and a person may do both", async () => {
  const { tenant, send, token } = await held({ ceilings: { max_deletions_per_hour: 5 } });
  const own = (await send("GET", "/token")).body.token_id;
  for (const change of [{ max_deletions_per_hour: 6 }, { max_deletions_per_hour: null }])
    expect((await send("PATCH", `/tokens/${own}`, change)).body.code).toBe("exceeds_own_token");
  expect((await send("PATCH", `/tokens/${own}`, { max_deletions_per_hour: 4 })).body).toMatchObject({
    guard: "none",
    max_deletions_per_hour: 4,
  });
  const guarded = await api.createToken(tenant, { guard: "approve_all", ceilings: { max_deletions_per_hour: 1 } });
  const other = (await send("GET", "/token", undefined, guarded)).body.token_id;
  // A token that may do everything still loosens no other.
  for (const change of [{ guard: "none" }, { guard: "approve_destructive" }, { max_deletions_per_hour: 2 }])
    expect((await send("PATCH", `/tokens/${other}`, change, tenant.token)).body.code).toBe("exceeds_own_token");
  expect((await send("PATCH", `/tokens/${other}`, { guard: "plan_only" }, tenant.token)).body.guard).toBe("plan_only");
  // Rotation keeps them.
  const rotated = await send("POST", `/tokens/${other}/rotate`, {}, tenant.token);
  expect((await send("GET", "/token", undefined, rotated.body.token)).body).toMatchObject({
    guard: "plan_only",
    max_deletions_per_hour: 1,
  });
  const { rows } = await api.database.pool.query(
    "SELECT detail FROM audit_event WHERE action = 'apiToken.update' AND resource_id = $1 AND result < 300",
    [other],
  );
  expect(rows).toEqual([{ detail: "guard plan_only, at most 1 deletions an hour" }]);
  expect(token).not.toBe(guarded);
});
