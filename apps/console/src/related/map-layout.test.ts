import type { GraphNode } from "@fulmar/contract";
import { expect, test } from "vitest";
import { layOut } from "./map-layout.ts";
import type { RelatedItem } from "./related-items.ts";

const node = (id: string): GraphNode => ({ resource_type: "cloud_vm", id, name: id, status: null });
const item = (id: string, distance: number, through: GraphNode | null = null): RelatedItem => ({
  ...{ node: node(id), relation: "in", distance, through },
});
const root = node("root");

test("users stand on the left, what is used on the right, each further out by its distance", () => {
  const user = item("user", 1);
  const related = { usedBy: [user, item("its-user", 2, user.node)], uses: [item("used", 1)] };
  const { boxes, arrows, left } = layOut(root, related, 1000);
  const x = (id: string) => boxes.find((box) => box.node.id === id)?.x ?? Number.NaN;
  expect(
    [x("its-user"), x("user"), x("root"), x("used")].every(
      (at, index, all) => index === 0 || at > (all[index - 1] ?? 0),
    ),
  ).toBe(true);
  expect([arrows.length, left]).toEqual([3, 0]);
  for (const box of boxes) expect(box.x + box.width).toBeLessThanOrEqual(1000);
});

test("a column has at most six boxes, and the others are counted", () => {
  const many = Array.from({ length: 9 }, (_, index) => item(`vm-${index}`, 1));
  const { boxes, left, arrows } = layOut(root, { usedBy: many, uses: [] }, 600);
  expect([boxes.length, left, arrows.length]).toEqual([7, 3, 6]);
});

test("a resource that uses and is used has one box", () => {
  const { boxes } = layOut(root, { usedBy: [item("both", 1)], uses: [item("both", 1)] }, 600);
  expect(boxes.map((box) => box.node.id)).toEqual(["both", "root"]);
});
