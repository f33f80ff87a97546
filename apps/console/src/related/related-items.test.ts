import type { GraphEdge, GraphNode } from "@fulmar/contract";
import { expect, test } from "vitest";
import { isOwnPart, relatedIn } from "./related-items.ts";

const node = (resource_type: GraphNode["resource_type"], id: string): GraphNode => ({
  ...{ resource_type, id, name: id, status: null },
});
const [vm, volume, network, pool, balancer] = [
  node("cloud_vm", "web"),
  node("volume", "data"),
  node("subnet", "inner"),
  node("load_balancer_pool", "pool"),
  node("load_balancer", "front"),
] as const;
const edge = (from: GraphNode, relation: GraphEdge["relation"], to: GraphNode): GraphEdge => ({ from, relation, to });

test("what a resource uses and what uses it are told apart, nearest first", () => {
  const edges = [
    edge(balancer, "in", network),
    edge(vm, "attached", volume),
    edge(balancer, "sends_to", vm),
    edge(pool, "part_of", balancer),
  ];
  const { uses, usedBy } = relatedIn({ nodes: [vm, volume, balancer, pool, network], edges });
  expect(uses).toEqual([{ node: volume, relation: "attached", distance: 1, through: null }]);
  expect(usedBy).toEqual([
    { node: balancer, relation: "sends_to", distance: 1, through: null },
    { node: pool, relation: "part_of", distance: 2, through: balancer },
  ]);
});

test("only the parts of the resource itself are its own", () => {
  const { usedBy } = relatedIn({ nodes: [balancer, pool], edges: [edge(pool, "part_of", balancer)] });
  expect(usedBy.map(isOwnPart)).toEqual([true]);
});

test("a circle ends", () => {
  const edges = [edge(vm, "attached", volume), edge(volume, "in", vm)];
  const { uses, usedBy } = relatedIn({ nodes: [vm, volume], edges });
  expect([uses.length, usedBy.length]).toEqual([1, 1]);
});
