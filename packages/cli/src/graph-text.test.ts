import { expect, test } from "vitest";
import { graphLines, mapLines } from "./graph-text.ts";

const vm = { resource_type: "cloud_vm", id: "vm_1", name: "web", status: "running" } as const;

test("a graph is told in lines", () => {
  const volume = { resource_type: "volume", id: "vol_1", name: "data", status: "in-use" } as const;
  const balancer = { resource_type: "load_balancer", id: "lb_1", name: "front", status: "active" } as const;
  const end = ({ resource_type, id }: typeof vm | typeof volume | typeof balancer) => ({ resource_type, id });
  expect(
    graphLines({
      nodes: [vm, volume, balancer],
      edges: [
        { from: end(vm), to: end(volume), relation: "attached" },
        { from: end(balancer), to: end(vm), relation: "sends_to" },
      ],
      hidden: 2,
      truncated: true,
    }),
  ).toEqual([
    "cloud vm web vm_1 running",
    "",
    "cloud vm web vm_1         attached  volume data vol_1",
    "load balancer front lb_1  sends_to  cloud vm web vm_1",
    "Note: 2 related resources need a scope that the token does not have.",
    "Note: There are more resources than a graph shows.",
  ]);
});

test("a resource that stands alone is named", () => {
  expect(graphLines({ nodes: [vm], edges: [], hidden: 0, truncated: false })).toEqual([
    "cloud vm web vm_1 running",
    "It uses nothing, and nothing uses it.",
  ]);
});

test("a deleted resource is told as such", () => {
  const bucket = { resource_type: "bucket", id: "photos", name: "photos", status: "active" } as const;
  const nodes = [{ ...bucket, restorable_until: "2026-12-24T12:00:00Z" }];
  expect(graphLines({ nodes, edges: [], hidden: 0, truncated: false })[0]).toBe(
    "bucket photos (deleted, can be restored until 2026-12-24T12:00:00Z)",
  );
});

test("a map is told in lines, with groups by their states", () => {
  const node = { key: "subnet subnet_1", resource_type: "subnet", id: "subnet_1", name: "inner" } as const;
  const group = { key: "cloud_vm in subnet_1", resource_type: "cloud_vm", id: null, name: null } as const;
  const states = [
    { status: "error", count: 3 },
    { status: "running", count: 237 },
  ];
  const key = { resource_type: "firewall_group", count: 1 } as const;
  expect(
    mapLines({
      nodes: [
        { ...node, count: 1, states: [{ status: "available", count: 1 }] },
        { ...group, count: 240, states },
        { ...key, key: "firewall_group fw_1", id: "fw_1", name: "web", states: [{ status: null, count: 1 }] },
      ],
      edges: [{ from: group.key, to: node.key, relation: "in", count: 240 }],
      ...{ kinds: [], tags: [], hidden: ["secret", "load_balancer"], truncated: false },
    }),
  ).toEqual([
    "subnet inner subnet_1 available",
    "240 of cloud vm in subnet_1: 3 error, 237 running",
    "firewall group web fw_1",
    "",
    "240 of cloud vm in subnet_1  in  subnet inner subnet_1",
    "Note: The token has no scope to read secret, load balancer.",
  ]);
});

test("an empty map is told as such", () => {
  const nothing = { nodes: [], edges: [], kinds: [], tags: [], hidden: [], truncated: false };
  expect(mapLines(nothing)).toEqual(["There are no resources to show."]);
});
