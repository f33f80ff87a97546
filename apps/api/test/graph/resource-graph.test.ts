// The graph of a workspace in which every relation exists.
import { FOUND_TYPES, RESOURCE_TYPES, type ResourceGraph, resourceOf, type Scope } from "@fulmar/contract";
import { relations, STANDING_ALONE } from "@fulmar/core/graph";
import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { makeGraphWorld, type Named, type Stated } from "./graph-world.ts";
import { unindexed } from "./plan-scans.ts";

let api: Api;
let world: Awaited<ReturnType<typeof makeGraphWorld>>;
beforeAll(async () => {
  api = await startApi();
  world = await makeGraphWorld(new ExampleFixture(api, api.tenant));
});
afterAll(() => api.close());

interface Asked {
  readonly depth?: number;
  readonly token?: string;
  readonly workspaceId?: string;
}

function ask([type, id]: Named, { depth = 1, ...from }: Asked = {}) {
  const query = { depth: String(depth), resource_type: type };
  return api.request("GET", `/resources/${encodeURIComponent(id)}/graph`, { query, ...from });
}

async function graphOf(of: Named, asked?: Asked): Promise<ResourceGraph> {
  const { status, body, text } = await ask(of, asked);
  expect(status, text).toBe(200);
  return body;
}

const words = ([[fromType, fromId], relation, [toType, toId]]: Stated) =>
  `${fromType} ${fromId} ${relation} ${toType} ${toId}`;

function edgesOf({ edges }: ResourceGraph): string[] {
  return edges.map(({ from, relation, to }) =>
    words([[from.resource_type, from.id], relation, [to.resource_type, to.id]]),
  );
}

test("each relation is shown from both of its ends", async () => {
  for (const edge of world.edges) {
    const [from, , to] = edge;
    expect(edgesOf(await graphOf(from)), `from ${words(edge)}`).toContain(words(edge));
    expect(edgesOf(await graphOf(to)), `to ${words(edge)}`).toContain(words(edge));
  }
});

test("this file tests every relation", () => {
  const kind = (type: string) => (type === "cloud_vm" || type === "gpu_vm" ? "vm" : type);
  const tested = world.edges.map(([[from], relation, [to]]) => `${kind(from)} ${relation} ${kind(to)}`);
  expect(new Set(tested)).toEqual(new Set(relations.map(({ from, name, to }) => `${from} ${name} ${to}`)));
});

/** Types without a page of their own: the graph has no room for them. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  backup_destination: "It is a bucket of another server.",
  backup_copy: "It outlives the VM and the backup that it was made of.",
  vm: "It stands for a cloud VM or a GPU VM.",
  volume_operation: "It records what has happened.",
  site: "The installation's offer.",
  plan: "The installation's offer.",
  image: "The installation's offer.",
  multipart_upload: "It is within its bucket and goes with it.",
  region: "The installation's offer.",
  network: "The state of a subnet, a VM or a NAT gateway.",
  firewall_instance: "It is the relation of a VM to its firewall group.",
  cdn_url: "It is not stored.",
  secret_version: "It is within its secret and goes with it.",
  approval: "It waits for a decision, and is no part of what runs.",
  alert: "It records what has happened.",
  webhook_delivery: "It records what has happened.",
  audit_event: "It records what has happened.",
  event: "It records what has happened.",
  admission: "It records what has happened.",
  usage_record: "It records what has happened.",
  wallet: "It belongs to the organization.",
  sku: "The installation's offer.",
  quota: "A limit of the workspace.",
  quota_request: "It waits for a decision, and is no part of what runs.",
  health_report: "It belongs to the installation.",
  quota_class: "It belongs to the installation.",
  site_host: "It belongs to the installation.",
  site_decision: "It belongs to the installation.",
  stranger: "It is no workspace's until it is adopted.",
  unknown_resource: "It is no workspace's until it is adopted.",
  organization: "It is outside of workspaces.",
  workspace: "Everything of the graph is in it.",
  budget: "It belongs to the organization.",
  invoice: "It belongs to the organization.",
  member: "It belongs to the organization.",
  invitation: "It belongs to the organization.",
  api_token: "It belongs to the organization.",
  user: "It is outside of workspaces.",
  session: "It belongs to a user.",
  passkey: "It belongs to a user.",
  payment: "It belongs to the organization.",
  billing_details: "They belong to the organization.",
  price_book: "It belongs to the installation.",
  announcement: "It belongs to the installation.",
  edge: "It belongs to the installation.",
  operator_region: "It is the region, as operators see it.",
  tax_rate: "It belongs to the installation.",
  seller: "It belongs to the installation.",
  installation_settings: "They belong to the installation.",
  starter_catalog: "It belongs to the release.",
  installation_mail: "It belongs to the installation.",
  installation_single_sign_on: "It belongs to the installation.",
  mail: "It belongs to the installation.",
  operator: "It belongs to the installation.",
  operator_token: "It belongs to the installation.",
  operator_acting: "It belongs to the installation.",
  operator_address: "It is the reserved IP, as operators see it.",
  operator_certificate: "It is of a load balancer or a distribution, as operators see it.",
  operator_vm: "It is the VM, as operators see it.",
  operator_event: "It belongs to the installation.",
};

test("every type of resource has a relation, or a reason to have none", () => {
  const related = new Set<string>(relations.flatMap(({ from, to }) => [from, to]));
  const shown = FOUND_TYPES.filter((type) => related.has(type) || (related.has("vm") && /^(cloud|gpu)_vm$/.test(type)));
  const told = [...shown, ...Object.keys(STANDING_ALONE), ...Object.keys(NOT_SHOWN)];
  expect(told).toHaveLength(RESOURCE_TYPES.length);
  expect(new Set(told)).toEqual(new Set(RESOURCE_TYPES));
});

test("what is further away comes with more depth, in one direction at a time", async () => {
  const far = await graphOf(world.vm, { depth: 5 });
  const ids = far.nodes.map(({ id }) => id);
  expect(far.nodes[0]).toMatchObject({ resource_type: "cloud_vm", id: world.vm[1], status: "running" });
  // It uses its volume, its node, and by that the subnet and the VPC.
  expect(ids).toEqual(expect.arrayContaining([world.volume[1], world.subnet[1], world.vpc[1], world.balancer[1]]));
  // Snapshots of its volume use the volume, and the other VM uses nothing of it.
  expect(far.nodes.map(({ resource_type }) => resource_type)).not.toContain("volume_snapshot");
  expect(ids).not.toContain(world.publicVm[1]);
  const near = await graphOf(world.vm, { depth: 1 });
  expect(near.nodes.map(({ id }) => id)).not.toContain(world.vpc[1]);
  expect((await graphOf(world.vpc, { depth: 5 })).nodes.map(({ id }) => id)).toContain(world.vm[1]);
});

test("each edge joins two of the nodes", async () => {
  const { nodes, edges } = await graphOf(world.subnet, { depth: 5 });
  const known = new Set(nodes.map(({ resource_type, id }) => `${resource_type} ${id}`));
  for (const { from, to } of edges) {
    expect(known).toContain(`${from.resource_type} ${from.id}`);
    expect(known).toContain(`${to.resource_type} ${to.id}`);
  }
});

test("resources that the token may not read are counted, and nothing is followed from them", async () => {
  const token = await api.createToken(api.tenant, { scopes: ["vm.read", "block-storage.read"] });
  const { nodes, edges, hidden } = await graphOf(world.vm, { token, depth: 5 });
  const read: readonly (Scope | null)[] = ["vm.read", "block-storage.read"];
  expect(nodes.every(({ resource_type }) => read.includes(resourceOf(resource_type).scope))).toBe(true);
  expect(nodes.map(({ id }) => id)).toContain(world.volume[1]);
  // A node, a port forward, a firewall group and a load balancer, and not the subnet behind the node.
  expect(hidden).toBe(4);
  for (const { from, to } of edges) expect(nodes.map(({ id }) => id)).toEqual(expect.arrayContaining([from.id, to.id]));
  expect((await ask(world.vpc, { token })).status).toBe(404);
});

test("another workspace sees nothing, and has the same answer as for an id that does not exist", async () => {
  const stranger = await api.createTenant();
  const foreign = await ask(world.vm, stranger);
  const absent = await ask(["cloud_vm", world.vm[1].replace(/.$/, "0")], stranger);
  expect([foreign.status, foreign.body.code]).toEqual([404, "not_found"]);
  expect(foreign.body.detail).toBe(absent.body.detail);
  expect((await ask(world.served, { workspaceId: api.tenant.otherWorkspaceId })).status).toBe(404);
});

test("what a refused deletion names as in the way uses the resource", async () => {
  const { vpc, subnet, gateway, group, served, secret, store, volume } = world;
  const paths: readonly (readonly [Named, string])[] = [
    [vpc, `/networking/vpcs/${vpc[1]}`],
    [subnet, `/networking/vpcs/${vpc[1]}/subnets/${subnet[1]}`],
    [gateway, `/networking/vpcs/${vpc[1]}/nat-gateways/${gateway[1]}`],
    [group, `/networking/firewall-groups/${group[1]}`],
    [served, `/object-storage/buckets/${served[1]}`],
    [secret, `/secret-store/stores/${store[1]}/secrets/${secret[1]}`],
    [store, `/secret-store/stores/${store[1]}`],
    [volume, `/block-storage/volumes/${volume[1]}`],
  ];
  for (const [of, path] of paths) {
    const { status, body, text } = await api.request("DELETE", path);
    expect([status, body.blockers?.length > 0], `${path}: ${text}`).toEqual([409, true]);
    const ids = (await graphOf(of, { depth: 2 })).nodes.map(({ id }) => id);
    for (const { id } of body.blockers) expect(ids, `${id} of ${path}`).toContain(id);
  }
});

test("a bucket and a domain of the same name are told apart by the type", async () => {
  const fixture = new ExampleFixture(api, api.tenant);
  const name = "www.same.example.com";
  await fixture.make("bucket.create", { body: { name, region: "eu-central-1" } });
  const [distributionId] = [world.distribution[1]];
  await fixture.make("cdnCustomDomain.create", { params: { distribution_id: distributionId }, body: { domain: name } });
  expect((await graphOf(["bucket", name])).nodes).toHaveLength(1);
  expect((await graphOf(["cdn_custom_domain", name])).edges).toMatchObject([{ relation: "part_of" }]);
});

test("a graph shows at most 200 resources and says that there are more", async () => {
  const fixture = new ExampleFixture(api, await api.createTenant());
  const { firewall_group_id } = await fixture.make("firewallGroup.create", { body: { name: "crowded" } });
  await api.database.pool.query(
    `INSERT INTO firewall_rule (rule_id, workspace_id, firewall_group_id, priority)
     SELECT 'rule_' || lpad(n::text, 26, '0'), $1::bigint, $2, n FROM generate_series(1, 300) AS n`,
    [fixture.workspaceId, firewall_group_id],
  );
  const { token, workspaceId } = fixture;
  const { nodes, truncated } = await graphOf(["firewall_group", firewall_group_id], { token, workspaceId });
  expect([nodes.length, truncated]).toEqual([200, true]);
  expect((await graphOf(world.vm, { depth: 5 })).truncated).toBe(false);
});

test("each step takes two statements, and every one of them is by an index", async () => {
  const record = recordStatements(api.served);
  const sent = async (depth: number) => {
    const { statements } = await record(() => graphOf(world.subnet, { depth }));
    return statements.filter(({ name }) => name?.startsWith("graph_"));
  };
  const [one, two, five] = [await sent(1), await sent(2), await sent(5)];
  expect([one.length, two.length]).toEqual([3, 5]);
  expect(five.length).toBeLessThanOrEqual(11);
  const client = await api.served.pool.connect();
  try {
    await client.query("SET enable_seqscan = off");
    for (const { text, values } of one) {
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
      expect(unindexed(rows[0]["QUERY PLAN"][0].Plan)).toEqual([]);
    }
  } finally {
    client.release(true);
  }
});
