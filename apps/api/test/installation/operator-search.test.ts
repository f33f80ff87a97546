// The search of operators over all organizations.
import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { makeVm } from "../compute/compute-fixture.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

const made = async ({ workspaceId, token }: Tenant, path: string, body: object) => {
  const answer = await api.request("POST", path, { body, workspaceId, token });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};

const find = async (q: string) => {
  const answer = await fixture.send("operatorSearch.find", { q });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Record<string, string | null>[];
};

test("anything is found by what is known of it, with whose it is, and by indexes alone", async () => {
  const { tenant } = api;
  const { prisma } = api.database;
  const site_id = "site-fra-1";
  const vm_id = await makeVm(api, { name: "Rogue-VM" });
  await prisma.vm.update({ where: { vm_id }, data: { private_ip: "10.99.0.7" } });
  const ip = await made(tenant, "/networking/reserved-ips", { site_id });
  const bucket = await made(tenant, "/object-storage/buckets", { name: "leaking-bucket", region: "eu-central-1" });
  await made(tenant, "/secret-store/stores", { name: "Hidden things" });
  const [token] = await prisma.apiToken.findMany({ where: { organization_id: tenant.organizationId } });
  const { id: user_id, email } = await fixture.person();
  const whose = { workspace_id: tenant.workspaceId, organization_id: tenant.organizationId };
  const nobodys = { workspace_id: null, organization_id: null };
  const table: [q: string, hit: object][] = [
    ["203.0.113.77", { type: "public_address", state: "free", ...nobodys }],
    [ip.address, { type: "reserved_ip", id: ip.public_ip_id, ...whose }],
    ["10.99.0.7", { type: "cloud_vm", id: vm_id, name: "Rogue-VM", state: "running", ...whose }],
    [vm_id, { type: "cloud_vm", id: vm_id, workspace_name: "one", organization_name: "Test" }],
    ["rogue-", { type: "cloud_vm", id: vm_id, ...whose }],
    ["leaking-bucket", { type: "bucket", name: bucket.name, ...whose }],
    [" Hidden ", { type: "secret_store", name: "Hidden things", ...whose }],
    [tenant.workspaceId, { type: "workspace", ...whose }],
    [tenant.organizationId, { type: "organization", workspace_id: null, organization_id: tenant.organizationId }],
    [email.slice(0, 20).toUpperCase(), { type: "user", id: user_id, ...nobodys }],
    [user_id, { type: "user", id: user_id, ...nobodys }],
    [token?.token_id ?? "", { type: "api_token", state: "active", organization_id: tenant.organizationId }],
    [token?.prefix ?? "", { type: "api_token", id: token?.token_id }],
  ];
  const { statements } = await recordStatements(api.served)(async () => {
    for (const [q, hit] of table) expect(await find(q), q).toContainEqual(expect.objectContaining(hit));
  });
  for (const q of ["192.0.2.200", "fe80::1%eth0", "vm_00000000000000000000000000", "nobody has this name"])
    expect(await find(q), q).toEqual([]);
  expect(await fixture.send("operatorSearch.find", { q: tenant.token })).toMatchObject({ status: 400 });

  const client = await api.database.pool.connect();
  try {
    await client.query("SET enable_seqscan = off");
    const searches = new Set(statements.flatMap(({ name, text }) => (name?.startsWith("operator_search") ? text : [])));
    expect(searches.size).toBe(3);
    for (const text of searches) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
      const scans = rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row["QUERY PLAN"])?.[1] ?? []);
      // An installation has a few edges.
      expect(scans.filter((scanned) => scanned !== "edge")).toEqual([]);
    }
  } finally {
    client.release(true);
  }
});
