import type { MapEdge, MapNode, MappedType } from "@fulmar/contract";
import { expect, test } from "vitest";
import { layOutMap } from "./picture-layout.ts";

const node = (resource_type: MappedType, name: string): MapNode => ({
  ...{ key: `${resource_type} ${name}`, resource_type, id: name, name, count: 1 },
  states: [{ status: "running", count: 1 }],
});
const edge = (from: MapNode, relation: MapEdge["relation"], to: MapNode): MapEdge => ({
  ...{ from: from.key, to: to.key, relation, count: 1 },
});
const [vpc, subnet, vm, free] = [
  node("vpc", "main"),
  node("subnet", "inner"),
  node("cloud_vm", "web"),
  node("cloud_vm", "free"),
];
const [balancer, volume] = [node("load_balancer", "front"), node("volume", "data")];
const nodes = [vpc, subnet, vm, free, balancer, volume];
const edges = [
  edge(subnet, "in", vpc),
  edge(vm, "in", subnet),
  edge(balancer, "in", subnet),
  edge(balancer, "sends_to", vm),
  edge(vm, "attached", volume),
];

function boxOf({ boxes }: ReturnType<typeof layOutMap>, { key }: MapNode) {
  const box = boxes.find((each) => each.node.key === key);
  if (box === undefined) throw new Error(`${key} has no box`);
  return box;
}

test("load balancers stand on the left of VMs, and volumes on the right", () => {
  const picture = layOutMap({ nodes, edges });
  const [left, middle, right] = [balancer, vm, volume].map((each) => boxOf(picture, each));
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(middle?.x ?? 0);
  expect((middle?.x ?? 0) + (middle?.width ?? 0)).toBeLessThan(right?.x ?? 0);
  expect(picture.boxes).toHaveLength(nodes.length);
});

test("a VM is within the frame of its subnet, and that within its VPC; no arrow repeats it", () => {
  const picture = layOutMap({ nodes, edges });
  const isWithin = (inner: MapNode, outer: MapNode) => {
    const [box, frame] = [boxOf(picture, inner), picture.frames.find(({ key }) => key === outer.key)];
    return frame !== undefined && box.y >= frame.y && box.y + box.height <= frame.y + frame.height && box.x >= frame.x;
  };
  expect([isWithin(vm, subnet), isWithin(subnet, vpc), isWithin(vm, vpc), isWithin(free, vpc)]).toEqual([
    ...[true, true, true, false],
  ]);
  const arrows = picture.arrows.map(({ from, to }) => `${from} ${to}`);
  expect(arrows).toEqual([`${balancer.key} ${subnet.key}`, `${balancer.key} ${vm.key}`, `${vm.key} ${volume.key}`]);
});

test("boxes do not overlap, and all of them are within the picture", () => {
  const many = Array.from({ length: 60 }, (_, index) => node("cloud_vm", `vm-${index}`));
  const { boxes, width, height } = layOutMap({ nodes: [...nodes, ...many], edges });
  for (const box of boxes) {
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    for (const other of boxes)
      if (other !== box) {
        const apart =
          box.x + box.width <= other.x ||
          other.x + other.width <= box.x ||
          box.y + box.height <= other.y ||
          other.y + other.height <= box.y;
        expect(apart, `${box.node.key} and ${other.node.key}`).toBe(true);
      }
  }
});
