// The map of a workspace in which every relation exists, and of one with thousands of resources.
import { MAPPED_TYPES, MOST_MAPPED, type Scope, type WorkspaceMap } from "@fulmar/contract";
import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { ExampleFixture, SITE } from "../examples/example-fixture.ts";
import { bucket } from "../examples/object-storage.ts";
import { makeGraphWorld, type Named } from "./graph-world.ts";
import { unindexed } from "./plan-scans.ts";

let api: Api;
let world: Awaited<ReturnType<typeof makeGraphWorld>>;
beforeAll(async () => {
  api = await startApi();
  world = await makeGraphWorld(new ExampleFixture(api, api.tenant));
});
afterAll(() => api.close());

interface Asked {
  readonly query?: Readonly<Record<string, string | string[]>>;
  readonly token?: string;
  readonly workspaceId?: string;
}

async function mapOf(asked: Asked = {}): Promise<WorkspaceMap> {
  const { status, body, text } = await api.request("GET", "/resources/map", asked);
  expect(status, text).toBe(200);
  return body;
}

const key = ([type, id]: Named) => `${type} ${id}`;
const keysOf = ({ nodes }: WorkspaceMap) => nodes.map((node) => node.key);
const edgesOf = ({ edges }: WorkspaceMap) => edges.map(({ from, relation, to }) => `${from} ${relation} ${to}`);
const isMapped = ([type]: Named) => MAPPED_TYPES.some((mapped) => mapped === type);

test("each relation between two resources of the map is an edge", async () => {
  const map = await mapOf();
  const between = world.edges.filter(([from, , to]) => isMapped(from) && isMapped(to));
  expect(between.length).toBeGreaterThan(12);
  for (const [from, relation, to] of between) expect(edgesOf(map)).toContain(`${key(from)} ${relation} ${key(to)}`);
  expect(new Set(keysOf(map))).toEqual(new Set(between.flatMap(([from, , to]) => [key(from), key(to)])));
});

test("a VM is in the subnet of its link, and reaches the internet through the gateway", async () => {
  const edges = edgesOf(await mapOf());
  expect(edges).toContain(`${key(world.vm)} in ${key(world.subnet)}`);
  expect(edges).toContain(`${key(world.vm)} routes_through ${key(world.gateway)}`);
});

test("a node has the name and the state that the resource has in its family", async () => {
  const { nodes } = await mapOf();
  const of = (named: Named) => nodes.find((node) => node.key === key(named));
  expect(of(world.vm)).toMatchObject({ count: 1, id: world.vm[1], states: [{ status: "running", count: 1 }] });
  const path = `/networking/vpcs/${world.vpc[1]}/nat-gateways/${world.gateway[1]}`;
  const gateway = await api.request("GET", path);
  expect(of(world.gateway)).toMatchObject({ name: gateway.body.name, states: [{ status: gateway.body.status }] });
});

test("only the asked types are shown, and all are counted", async () => {
  const map = await mapOf({ query: { resource_type: ["vpc", "subnet"] } });
  expect(new Set(keysOf(map))).toEqual(new Set([key(world.vpc), key(world.peer), key(world.subnet)]));
  expect(new Set(edgesOf(map))).toEqual(
    new Set([`${key(world.subnet)} in ${key(world.vpc)}`, `${key(world.vpc)} peered_with ${key(world.peer)}`]),
  );
  expect(map.kinds).toContainEqual({ resource_type: "cloud_vm", count: 2 });
});

test("types that the token may not read have no nodes, edges or counts, and are named", async () => {
  const scopes: Scope[] = ["vm.read", "block-storage.read"];
  const map = await mapOf({ token: await api.createToken(api.tenant, { scopes }) });
  const readable = ["cloud_vm", "gpu_vm", "volume"];
  expect(map.nodes.length).toBeGreaterThan(2);
  expect(map.nodes.filter(({ resource_type }) => !readable.includes(resource_type))).toEqual([]);
  expect(map.kinds.filter(({ resource_type }) => !readable.includes(resource_type))).toEqual([]);
  expect(edgesOf(map)).toEqual([`${key(world.vm)} attached ${key(world.volume)}`]);
  expect(map.hidden).toEqual(MAPPED_TYPES.filter((type) => !readable.includes(type)));
});

test("another workspace sees nothing", async () => {
  const { nodes, edges, kinds, tags } = await mapOf(await api.createTenant());
  expect([nodes, edges, kinds, tags]).toEqual([[], [], [], []]);
});

test("a tag chooses the tagged resources, what they use, and what uses them", async () => {
  const { pool } = api.database;
  await pool.query("UPDATE vm SET tags = '{shop}' WHERE vm_id = $1", [world.vm[1]]);
  const map = await mapOf({ query: { tag: "shop" } });
  const keys = keysOf(map);
  expect(keys).toEqual(
    expect.arrayContaining([world.vm, world.volume, world.subnet, world.vpc, world.group, world.balancer].map(key)),
  );
  expect(keys).not.toContain(key(world.publicVm));
  expect(keys).not.toContain(key(world.served));
  expect(map.tags).toContain("shop");
});

test("thousands of resources are groups with their states, in one statement and by indexes", async () => {
  const fixture = new ExampleFixture(api, await api.createTenant());
  const { token, workspaceId } = fixture;
  const { vpc_id } = await fixture.make("vpc.create", { body: { name: "big", site_id: SITE, cidr: "10.0.0.0/16" } });
  const { subnet_id } = await fixture.make("subnet.create", {
    ...{ params: { vpc_id }, body: { name: "inner", cidr: "10.0.0.0/16" } },
  });
  const vm_id = await fixture.vm();
  await fixture.make("vpcNode.attach", { params: { vpc_id }, body: { vm_id, subnet_id, connectivity: "private" } });
  await fixture.attachedVolume(vm_id);
  await repeat("vm", "vm_id", vm_id, 3000, "vm");
  await api.database.pool.query(
    "UPDATE vm SET status = 'error' WHERE vm_id IN (SELECT vm_id FROM vm WHERE workspace_id = $1 AND vm_id <> $2 LIMIT 3)",
    [workspaceId, vm_id],
  );

  // A table of a few rows is read as a whole by any index.
  const other = new ExampleFixture(api, await api.createTenant());
  await repeat("volume", "volume_id", await other.volume(), 1000, "vol");
  await repeat("bucket", "bucket_id", await bucket(other), 1000, "bkt");
  await api.database.pool.query("ANALYZE volume, bucket");

  const record = recordStatements(api.served);
  let map: WorkspaceMap | undefined;
  const { statements } = await record(async () => {
    map = await mapOf({ token, workspaceId });
  });
  const sent = statements.filter(({ name }) => name?.startsWith("graph_"));
  expect(sent).toHaveLength(1);
  const group = map?.nodes.find(({ id, resource_type }) => id === null && resource_type === "cloud_vm");
  expect(group).toMatchObject({ count: 3000, name: null });
  expect(group?.states).toEqual([
    { status: "error", count: 3 },
    { status: "running", count: 2997 },
  ]);
  // The one VM in a subnet stands by itself, because it is alone there.
  expect(keysOf(map as WorkspaceMap)).toContain(`cloud_vm ${vm_id}`);
  expect(map?.nodes.length).toBeLessThan(MOST_MAPPED);
  expect(map?.kinds).toContainEqual({ resource_type: "cloud_vm", count: 3001 });
  expect(map?.truncated).toBe(false);

  const client = await api.served.pool.connect();
  try {
    await client.query("SET enable_seqscan = off");
    for (const { text, values } of sent) {
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
      expect(unindexed(rows[0]["QUERY PLAN"][0].Plan)).toEqual([]);
    }
  } finally {
    client.release(true);
  }
});

/** Adds copies of a row under ids and names of their own. */
async function repeat(table: string, idColumn: string, id: string, times: number, prefix: string): Promise<void> {
  const { rows } = await api.database.pool.query<{ column: string }>(
    `SELECT attname AS column FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = ''`,
    [table],
  );
  const columns = rows.map(({ column }) => column);
  const values = columns.map((column) => {
    if (column === idColumn) return `'${prefix}_' || lpad(n::text, 26, '0')`;
    if (column === "name") return "name || '-' || n";
    return ["private_ip", "public_ip", "provider_ref", "attempt"].includes(column) ? "NULL" : `"${column}"`;
  });
  await api.database.pool.query(
    `INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(", ")})
     SELECT ${values.join(", ")} FROM ${table}, generate_series(1, ${times}) AS n WHERE ${idColumn} = $1`,
    [id],
  );
}
