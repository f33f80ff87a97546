import type { GraphNode } from "@fulmar/contract";
import { keyOf, type Related, type RelatedItem } from "./related-items.ts";

const BOX_HEIGHT = 40;
const GAP = { across: 48, down: 12 } as const;
/** The most boxes of a column. The list beside the map has all of them. */
const MOST_BOXES = 6;

export interface MapBox {
  readonly node: GraphNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface RelatedMap {
  readonly boxes: readonly MapBox[];
  /** Each leads from the resource that uses another to that. */
  readonly arrows: readonly string[];
  readonly height: number;
  /** The number of related resources without a box. */
  readonly left: number;
}

/** Places a resource in the middle, what uses it on its left and what it uses on its right, by their distance. */
export function layOut(root: GraphNode, { uses, usedBy }: Related, width: number): RelatedMap {
  const columns = columnsOf(root, uses, usedBy);
  const boxWidth = (width - GAP.across * (columns.length - 1)) / columns.length;
  const height = Math.max(...columns.map(({ length }) => length)) * (BOX_HEIGHT + GAP.down) - GAP.down;
  const boxes = columns.flatMap((column, place) => {
    const own = column.length * (BOX_HEIGHT + GAP.down) - GAP.down;
    return column.map((node, row) => ({
      node,
      x: place * (boxWidth + GAP.across),
      y: (height - own) / 2 + row * (BOX_HEIGHT + GAP.down),
      width: boxWidth,
      height: BOX_HEIGHT,
    }));
  });
  const boxOf = (node: GraphNode) => boxes.find((box) => keyOf(box.node) === keyOf(node));
  const arrows = [
    ...uses.map(({ node, through }) => arrow(boxOf(through ?? root), boxOf(node))),
    ...usedBy.map(({ node, through }) => arrow(boxOf(node), boxOf(through ?? root))),
  ].filter((path) => path !== null);
  return { boxes, arrows, height, left: uses.length + usedBy.length + 1 - boxes.length };
}

/** From the furthest users to what is used the furthest away. */
function columnsOf(root: GraphNode, uses: readonly RelatedItem[], usedBy: readonly RelatedItem[]): GraphNode[][] {
  const furthest = (items: readonly RelatedItem[]) => Math.max(0, ...items.map(({ distance }) => distance));
  const at = (items: readonly RelatedItem[], asked: number) =>
    items.filter(({ distance }) => distance === asked).map(({ node }) => node);
  const left = Array.from({ length: furthest(usedBy) }, (_, index) => at(usedBy, furthest(usedBy) - index));
  const right = Array.from({ length: furthest(uses) }, (_, index) => at(uses, index + 1));
  const shown = new Set<string>();
  return [...left, [root], ...right].map((column) =>
    column.slice(0, MOST_BOXES).filter((node) => !shown.has(keyOf(node)) && shown.add(keyOf(node))),
  );
}

function arrow(from: MapBox | undefined, to: MapBox | undefined): string | null {
  return from === undefined || to === undefined ? null : arrowBetween(from, to);
}

type Place = Pick<MapBox, "x" | "y" | "width" | "height">;

/** The path of an arrow from the right edge of a box to the left edge of another. */
export function arrowBetween(from: Place, to: Place): string {
  const [x1, y1, x2, y2] = [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2 - 2} ${y2}`;
}
