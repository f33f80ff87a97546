import { describe, expect, test } from "vitest";
import { type Box, type MapNode, mapLayout } from "./vpc-map-layout.ts";

const subnets = [
  { id: "a", name: "front", cidr: "10.0.0.0/24", status: "available" },
  { id: "b", name: "back", cidr: "10.0.1.0/24", status: "available" },
];
const node = (index: number, changes: Partial<MapNode> = {}): MapNode => ({
  ...{
    id: `n${index}`,
    subnetId: "a",
    name: `vm-${index}`,
    status: "running",
    address: `10.0.0.${index + 2}`,
    publicAddress: null,
    usesNat: false,
    href: "/workspaces/1/x",
  },
  ...changes,
});
const gateway = (id: string) => ({
  id,
  name: id,
  status: "available" as const,
  publicAddress: "203.0.113.1",
  subnetIds: ["a"],
  forwards: ["1", "2", "3", "4", "5"],
});
const inside = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height;

describe.each([358, 700, 1100])("a map %i pixels wide", (width) => {
  const nodes = Array.from({ length: 20 }, (_, index) => node(index));
  const map = mapLayout(width, subnets, nodes, [gateway("one"), gateway("two")]);

  test("everything lies within its box and within the map", () => {
    for (const subnet of map.subnets) {
      expect(inside(subnet, map.vpc)).toBe(true);
      for (const cell of subnet.cells) expect(inside(cell, subnet)).toBe(true);
    }
    expect(map.gateways.every((box) => box.y + box.height <= map.vpc.y && box.x + box.width <= width + 0.01)).toBe(
      true,
    );
    expect(map.height).toBe(map.vpc.y + map.vpc.height);
  });

  test("cells have distinct positions and are wide enough for an address", () => {
    const cells = map.subnets[0]?.cells ?? [];
    expect(new Set(cells.map(({ x, y }) => `${x} ${y}`)).size).toBe(20);
    expect(Math.min(...cells.map((cell) => cell.width))).toBeGreaterThanOrEqual(130);
  });
});

test("a subnet shows how many of its addresses are used", () => {
  const [front, back] = mapLayout(1000, subnets, [node(0), node(1)], []).subnets;
  expect([front?.used, front?.room, back?.used]).toEqual([2, 253, 0]);
});

test("two hundred nodes collapse into the notable ones and one cell per status", () => {
  const nodes = Array.from({ length: 200 }, (_, index) =>
    node(index, {
      status: index === 7 ? "error" : index % 2 === 0 ? "running" : "stopped",
      publicAddress: index === 100 ? "203.0.113.9" : null,
    }),
  );
  const cells = mapLayout(358, subnets, nodes, []).subnets[0]?.cells ?? [];
  expect(cells.map((cell) => (cell.kind === "node" ? cell.node.id : [cell.status, cell.nodes.length]))).toEqual([
    "n7",
    "n100",
    ["running", 99],
    ["stopped", 99],
  ]);
});

test("nodes are sorted by address", () => {
  const cells = mapLayout(1000, subnets, [node(20), node(3)], []).subnets[0]?.cells ?? [];
  expect(cells.map((cell) => cell.kind === "node" && cell.node.id)).toEqual(["n3", "n20"]);
});

test("a gateway shows its first forwards, and no link to the internet without a public address", () => {
  const map = mapLayout(1000, subnets, [], [gateway("one"), { ...gateway("two"), publicAddress: null, subnetIds: [] }]);
  expect(map.gateways[0]?.lines).toEqual(["1", "2", "3", "and 2 more forwards"]);
  expect(map.ways).toHaveLength(2);
});

test("the line of a subnet whose VMs do not use its gateway is marked", () => {
  const used = (usesNat: boolean) =>
    mapLayout(1000, subnets, [node(0, { usesNat })], [gateway("one")]).ways.at(-1)?.used;
  expect([used(true), used(false)]).toEqual([true, false]);
});
