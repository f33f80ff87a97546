import type { MapNode, MappedType, WorkspaceMap } from "@fulmar/contract";
import { arrowBetween } from "../related/map-layout.ts";
import { kindTitle } from "./map-nodes.ts";

const BOX = { width: 184, height: 46 } as const;
const GAP = 8;
const PADDING = 10;
const HEADING = 22;
const BETWEEN_LANES = 64;
const BETWEEN_BLOCKS = 16;

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PictureBox extends Rectangle {
  readonly node: MapNode;
}

export interface PictureArrow {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  /** The others are shown only for the chosen node, because they go along their own lane. */
  readonly always: boolean;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PictureBox[];
  /** Around what is in a VPC or a subnet. */
  readonly frames: readonly (Rectangle & { readonly key: string })[];
  readonly headings: readonly { readonly x: number; readonly y: number; readonly text: string }[];
  readonly arrows: readonly PictureArrow[];
}

/** A VPC or a subnet with what is in it, or the resources of a type below a heading. */
interface Block {
  readonly head?: MapNode;
  readonly heading?: string;
  readonly items: readonly MapNode[];
  readonly blocks: readonly Block[];
}

/** The lanes from left to right: requests come in on the left, and what keeps data is on the right. */
const FRONT: readonly MappedType[] = ["cdn_distribution", "load_balancer"];
const BACK: readonly MappedType[] = ["volume", "bucket", "firewall_group", "reserved_ip", "secret"];

/** Places the nodes of a map in lanes, and those of a VPC within its frame. Empty lanes are left out. */
export function layOutMap(map: Pick<WorkspaceMap, "nodes" | "edges">): Picture {
  const placed = new Canvas();
  const ofTypes = (types: readonly MappedType[]) =>
    types.flatMap((type): Block[] => {
      const items = map.nodes.filter(({ resource_type }) => resource_type === type);
      return items.length === 0 ? [] : [{ heading: kindTitle(type), items, blocks: [] }];
    });
  placed.lane(ofTypes(FRONT));
  placed.lane(networksOf(map));
  const nearestFirst = (items: readonly MapNode[]) => {
    const heights = new Map(items.map(({ key }) => [key, placed.heightOfNeighbours(key, map)]));
    return items.toSorted((one, other) => (heights.get(one.key) ?? 0) - (heights.get(other.key) ?? 0));
  };
  placed.lane(ofTypes(BACK).map((block) => ({ ...block, items: nearestFirst(block.items) })));
  return placed.picture(map);
}

/** The VPCs with their gateways and subnets, the subnets with their VMs, and the VMs that are in none. */
function networksOf({ nodes, edges }: Pick<WorkspaceMap, "nodes" | "edges">): Block[] {
  const placeOf = new Map(edges.flatMap(({ from, to, relation }) => (relation === "in" ? [[from, to] as const] : [])));
  const of = (type: MappedType) => nodes.filter(({ resource_type }) => resource_type === type);
  const vms = [...of("cloud_vm"), ...of("gpu_vm")];
  const within = (items: readonly MapNode[], place: MapNode) =>
    items.filter(({ key }) => placeOf.get(key) === place.key);
  const [vpcs, subnets] = [of("vpc"), of("subnet")];
  const outside = (items: readonly MapNode[], places: readonly MapNode[]) =>
    items.filter(({ key }) => !places.some((place) => placeOf.get(key) === place.key));
  const subnetBlock = (subnet: MapNode): Block => ({ head: subnet, items: within(vms, subnet), blocks: [] });
  const loose = (items: readonly MapNode[], heading: string): Block[] =>
    items.length === 0 ? [] : [{ heading, items, blocks: [] }];
  return [
    ...vpcs.map((vpc) => ({
      head: vpc,
      items: within(of("nat_gateway"), vpc),
      blocks: within(subnets, vpc).map(subnetBlock),
    })),
    ...outside(subnets, vpcs).map(subnetBlock),
    ...loose(outside(of("nat_gateway"), vpcs), "NAT gateways"),
    ...loose(outside(vms, subnets), subnets.length + vpcs.length > 0 ? "VMs outside of subnets" : "VMs"),
  ];
}

/** Collects what is placed, lane by lane. */
class Canvas {
  readonly #boxes: PictureBox[] = [];
  readonly #frames: Picture["frames"][number][] = [];
  readonly #headings: Picture["headings"][number][] = [];
  #x = 0;
  #height = 0;

  lane(blocks: readonly Block[]): void {
    if (blocks.length === 0) return;
    if (this.#x > 0) this.#x += BETWEEN_LANES;
    const width = Math.max(...blocks.map(widthOf));
    let y = 0;
    for (const block of blocks) y += this.#place(block, this.#x, y, width) + BETWEEN_BLOCKS;
    this.#x += width;
    this.#height = Math.max(this.#height, y - BETWEEN_BLOCKS);
  }

  /** @returns the height that the block takes */
  #place({ head, heading, items, blocks }: Block, x: number, top: number, width: number): number {
    const inset = head === undefined ? 0 : PADDING;
    let y = top;
    if (heading !== undefined) {
      this.#headings.push({ x, y, text: heading });
      y += HEADING;
    }
    if (head !== undefined) {
      y += PADDING;
      this.#boxes.push({ node: head, x: x + inset, y, width: width - 2 * inset, height: BOX.height });
      y += BOX.height + GAP;
    }
    const columns = columnsOf(items.length);
    const boxWidth = (width - 2 * inset - GAP * (columns - 1)) / columns;
    for (const [index, node] of items.entries()) {
      const [row, column] = [Math.floor(index / columns), index % columns];
      const place = { x: x + inset + column * (boxWidth + GAP), y: y + row * (BOX.height + GAP) };
      this.#boxes.push({ node, ...place, width: boxWidth, height: BOX.height });
    }
    y += Math.ceil(items.length / columns) * (BOX.height + GAP);
    for (const block of blocks) y += this.#place(block, x + inset, y, width - 2 * inset) + GAP;
    const height = y - GAP + inset - top;
    if (head !== undefined) this.#frames.push({ key: head.key, x, y: top, width, height });
    return height;
  }

  /** The mean height of what a node is joined to, as far as that is placed; the end for what stands alone. */
  heightOfNeighbours(key: string, { edges }: Pick<WorkspaceMap, "edges">): number {
    const others = new Set(edges.flatMap(({ from, to }) => (from === key ? [to] : to === key ? [from] : [])));
    const heights = this.#boxes.filter(({ node }) => others.has(node.key)).map(({ y }) => y);
    return heights.length === 0 ? Number.MAX_SAFE_INTEGER : heights.reduce((sum, y) => sum + y, 0) / heights.length;
  }

  picture({ edges }: Pick<WorkspaceMap, "edges">): Picture {
    const boxOf = new Map(this.#boxes.map((box) => [box.node.key, box]));
    const arrows = edges.flatMap(({ from, to, relation }): PictureArrow[] => {
      const [one, other] = [boxOf.get(from), boxOf.get(to)];
      if (one === undefined || other === undefined || this.#contains(to, one)) return [];
      const across = other.x >= one.x + one.width;
      const path = across ? arrowBetween(one, other) : loop(one, other);
      return [{ from, to, path, always: across || relation === "origin" }];
    });
    const unique = [...new Map(arrows.map((arrow) => [arrow.path, arrow])).values()];
    return {
      ...{ width: this.#x, height: this.#height, arrows: unique },
      ...{ boxes: this.#boxes, frames: this.#frames.toReversed(), headings: this.#headings },
    };
  }

  /** Whether the frame of a VPC or subnet is around a box, which says already that it is in there. */
  #contains(key: string, box: Rectangle): boolean {
    return this.#frames.some(
      (frame) =>
        frame.key === key &&
        frame.x <= box.x &&
        frame.y <= box.y &&
        box.x + box.width <= frame.x + frame.width &&
        box.y + box.height <= frame.y + frame.height,
    );
  }
}

function columnsOf(items: number): number {
  return items > 24 ? 3 : items > 8 ? 2 : 1;
}

function widthOf({ head, items, blocks }: Block): number {
  const columns = columnsOf(items.length);
  const own = columns * BOX.width + (columns - 1) * GAP;
  return Math.max(own, ...blocks.map(widthOf)) + (head === undefined ? 0 : 2 * PADDING);
}

/** To a box that is not on the right of the other: around their right edges. */
function loop(from: Rectangle, to: Rectangle): string {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
  const [x2, y2] = [to.x + to.width, to.y + to.height / 2];
  const out = Math.max(x1, x2) + BETWEEN_LANES / 2;
  return `M${x1} ${y1}C${out} ${y1} ${out} ${y2} ${x2 + 2} ${y2}`;
}
