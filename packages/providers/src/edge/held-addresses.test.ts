import { createTestDatabase, startLxdDouble, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sampleRecord } from "../conformance/provider-fixture.ts";
import { LxdClient } from "../lxd/client/lxd-client.ts";
import { homeAddress } from "../lxd/network/instance-profile.ts";
import type { LoadBalancerPort } from "../ports/load-balancer-port.ts";
import { edgeLoadBalancers } from "./edge-load-balancers.ts";
import { forgetHeldAddresses, heldAddresses } from "./held-addresses.ts";

const SITE = "site-a";
/** All that machines of the double's network can have. */
const ADDRESSES = ["10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6"];
const { signal } = new AbortController();
let world: TestDatabase;
let lxd: Awaited<ReturnType<typeof startLxdDouble>>;
let client: LxdClient;
let port: LoadBalancerPort;
let revision = 0;

beforeAll(async () => {
  world = await createTestDatabase();
  lxd = await startLxdDouble("lxc");
  lxd.stored.set("networks/home", {
    name: "home",
    managed: true,
    type: "bridge",
    config: { "ipv4.address": "10.0.0.1/29" },
  });
  const { sql } = world.database;
  port = edgeLoadBalancers(own, { sql, seal: (text) => Buffer.from(text), deviceOf: () => null });
  client = new LxdClient({ url: lxd.endpoint }, "fulmar");
});
afterAll(async () => {
  await client.close();
  await lxd.close();
  await world.drop();
});

const query = (text: string, values: unknown[] = []) => world.database.pool.query(text, values);
const edge = (name: string) =>
  query("INSERT INTO edge (edge_id, name, site_id, enrolled_at) VALUES ($1, $1, $2, now())", [name, SITE]);
/** An edge confirms all documents. */
const confirm = (name: string) =>
  query("UPDATE edge SET applied_sequence = (SELECT max(sequence) FROM edge_document) WHERE edge_id = $1", [name]);
const minutesPass = () => query("UPDATE edge_target_address SET ended_at = ended_at - interval '5 minutes'");

const own: LoadBalancerPort = {
  apply: () => Promise.reject(new Error("the site has edges")),
  remove: async () => undefined,
  health: async () => [],
  findBalancers: async () => [],
  listBalancers: async () => [],
};

/**
 * Writes the document of a load balancer with these targets outside VPCs. Its edges do not wait for each other here.
 */
async function sendTo(...addresses: string[]): Promise<void> {
  const pool = {
    ...({ poolId: "pool_a", protocol: "http", algorithm: "round_robin", stickySessions: "none" } as const),
    proxyProtocol: "none" as const,
    healthCheck: {
      ...{ type: "tcp" as const, path: "/", expectedStatuses: [], intervalSeconds: 5, timeoutSeconds: 5 },
      ...{ healthyThreshold: 1, unhealthyThreshold: 1 },
    },
    targets: addresses.map((address) => ({
      ...{ targetId: `tgt_${address}`, vmId: "vm_a", address, subnet: null, port: 80, weight: 1, enabled: true },
    })),
  };
  const configuration = {
    ...{
      revision: ++revision,
      name: "web",
      siteId: SITE,
      publicIp: null,
      subnetId: null,
      pools: [pool],
      listeners: [],
      challenges: null,
    },
    record: sampleRecord("load_balancer", "web"),
  };
  await expect(port.apply("lb_a", configuration, signal)).rejects.toThrow("No edge is connected");
}

/** The addresses that a new machine outside VPCs can get. */
async function given(): Promise<string[]> {
  const held = () => heldAddresses(world.database.sql, SITE);
  const site = { client, siteId: SITE, pool: "default", network: "home", heldAddresses: held };
  const free = new Set<string>();
  for (const place of ADDRESSES.keys()) {
    vi.spyOn(Math, "random").mockReturnValueOnce(place / ADDRESSES.length); // where the search begins
    free.add(await homeAddress({ ...site, instanceType: "container" }, "vm_new", signal));
  }
  return ADDRESSES.filter((address) => free.has(address));
}

test("an address that a cut-off edge may send to is given to no other machine", async () => {
  await query("INSERT INTO site (site_id, name, location, position, provider) VALUES ($1, 'A', 'A', 900, 'lxd')", [
    SITE,
  ]);
  await edge("here");
  await edge("cut-off");
  await sendTo("10.0.0.2", "10.0.0.3");
  expect(await given()).toEqual(["10.0.0.4", "10.0.0.5", "10.0.0.6"]);
  await confirm("here");
  await confirm("cut-off");

  await sendTo("10.0.0.3");
  await confirm("here");
  await minutesPass();
  expect(await given()).toEqual(["10.0.0.4", "10.0.0.5", "10.0.0.6"]);
  await confirm("cut-off");
  expect(await given()).toEqual(["10.0.0.2", "10.0.0.4", "10.0.0.5", "10.0.0.6"]);

  await forgetHeldAddresses(world.database.sql);

  // An edge that could not apply the document serves the one before.
  await sendTo();
  await confirm("here");
  await confirm("cut-off");
  await minutesPass();
  await query("INSERT INTO edge_failure VALUES ('cut-off', 'load_balancer', 'lb_a', 3, 'no')");
  expect(await given()).toEqual(["10.0.0.2", "10.0.0.4", "10.0.0.5", "10.0.0.6"]);
  await query("UPDATE edge SET removed_at = now() WHERE edge_id = 'cut-off'");
  expect(await given()).toEqual(ADDRESSES);

  await sendTo("10.0.0.6");
  await forgetHeldAddresses(world.database.sql);
  expect((await query("SELECT address FROM edge_target_address")).rows).toEqual([{ address: "10.0.0.6" }]);
  await port.remove("lb_a", signal);
  await minutesPass();
  expect(await given()).not.toContain("10.0.0.6");
  await confirm("here");
  expect(await given()).toEqual(ADDRESSES);
});
