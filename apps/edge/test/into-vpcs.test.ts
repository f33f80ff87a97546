import type { EdgeDocument } from "@fulmar/edge-protocol";
import { expect, test } from "vitest";
import type { Wanted } from "../src/engine.ts";
import { type HostAddresses, intoVpcs } from "../src/into-vpcs.ts";

const HOST: [string, readonly string[]] = ["eth0", ["198.51.100.1"]];
const BRIDGE: [string, readonly string[]] = ["fm1", ["10.0.0.1"]];
const { signal } = new AbortController();

/** An engine on a host, and what it was told: the addresses of each load balancer's targets. */
function host(...devices: readonly [string, readonly string[]][]) {
  let addresses: HostAddresses = new Map(devices);
  const told: Record<string, (string | null)[]>[] = [];
  const engine = intoVpcs(
    {
      ...{ kinds: ["load_balancer"], server: "" },
      async apply({ documents, changed }: Wanted<"load_balancer">) {
        const relevant = [...documents].filter(([id]) => changed?.has(id) ?? true);
        told.push(
          Object.fromEntries(
            relevant.map(([id, { body }]) => [
              id,
              body.pools.flatMap(({ targets }) => targets.map((one) => one.address)),
            ]),
          ),
        );
        return [];
      },
      health: async () => new Map(),
      usage: async () => ({}),
      certificates: () => [],
      close: async () => undefined,
    },
    () => addresses,
  );
  const has = (...now: readonly [string, readonly string[]][]) => {
    addresses = new Map(now);
  };
  return { engine, told, has };
}

type Target = Pick<EdgeDocument<"load_balancer">["body"]["pools"][number]["targets"][number], "address" | "subnet">;

function balancer(
  id: string,
  subnetId: string | null,
  ...targets: readonly Target[]
): readonly [string, EdgeDocument<"load_balancer">] {
  const check = { type: "tcp", path: "/", expectedStatuses: [], intervalSeconds: 5, timeoutSeconds: 5 } as const;
  const pool = {
    ...({ poolId: "pool_1", protocol: "http", algorithm: "round_robin" } as const),
    ...({ stickySessions: "none", proxyProtocol: "none" } as const),
    healthCheck: { ...check, healthyThreshold: 1, unhealthyThreshold: 1 },
    targets: targets.map((target, place) => ({
      ...{ targetId: `tgt_${place}`, vmId: null, port: 80, weight: 1, enabled: true },
      ...target,
    })),
  };
  const body = { name: id, publicIp: "198.51.100.7", subnetId, pools: [pool], listeners: [], challenges: null };
  return [id, { kind: "load_balancer", id, revision: 3, sequence: 1, body }];
}

const inSubnet = { address: "10.0.0.5", subnet: { gateway: "10.0.0.1", device: "fm1" } };
const failed = (id: string, sentence: string) => [
  { kind: "load_balancer", id, revision: 3, message: expect.stringContaining(sentence) },
];

test("targets in VPCs are reached where the host has their subnet", async () => {
  const { engine, told } = host(HOST, BRIDGE);
  const documents = new Map([
    balancer("lb_vpc", "sub_1", inSubnet),
    balancer("lb_site", null, { address: "10.9.0.5", subnet: null }),
  ]);
  expect(await engine.apply({ documents, changed: undefined }, signal)).toEqual([]);
  expect(told).toEqual([{ lb_vpc: ["10.0.0.5"], lb_site: ["10.9.0.5"] }]);
});

test.each([
  ["the site has no devices", "not reach into VPCs", { ...inSubnet, subnet: { gateway: "10.0.0.1", device: null } }],
  [
    "another host has the subnet",
    "not on the edge's host",
    { ...inSubnet, subnet: { gateway: "10.0.0.1", device: "fm2" } },
  ],
  [
    "another network has the device's name",
    "not on the edge's host",
    { ...inSubnet, subnet: { gateway: "10.0.0.2", device: "fm1" } },
  ],
  ["an earlier release wrote the document", "not reach into VPCs", { address: "10.0.0.5" }],
  ["the address is the host's own", "the edge's host itself", { ...inSubnet, address: "10.0.0.1" }],
  ["the address is the host's public one", "the edge's host itself", { ...inSubnet, address: "198.51.100.1" }],
])("a target is taken out when %s, and the others are served", async (_, sentence, target) => {
  const { engine, told } = host(HOST, BRIDGE);
  const documents = new Map([
    balancer("lb_1", "sub_1", target, { ...inSubnet, address: "10.0.0.6" }),
    balancer("lb_2", null),
  ]);
  expect(await engine.apply({ documents, changed: undefined }, signal)).toEqual(failed("lb_1", sentence));
  expect(told).toEqual([{ lb_1: [null, "10.0.0.6"], lb_2: [] }]);
});

test("a subnet that leaves the host takes its targets with it, and brings them back", async () => {
  const { engine, told, has } = host(HOST, BRIDGE);
  const documents = new Map([balancer("lb_1", "sub_1", inSubnet), balancer("lb_2", null)]);
  await engine.apply({ documents, changed: undefined }, signal);
  has(HOST);
  await engine.health();
  await engine.health();
  expect(told.splice(1)).toEqual([{ lb_1: [null] }]);
  expect(await engine.apply({ documents, changed: new Set(["lb_2"]) }, signal)).toEqual(failed("lb_1", "not on"));
  has(HOST, BRIDGE);
  expect(await engine.apply({ documents, changed: new Set(["lb_2"]) }, signal)).toEqual([]);
  expect(told.splice(1)).toEqual([{ lb_2: [] }, { lb_1: ["10.0.0.5"], lb_2: [] }]);
});
