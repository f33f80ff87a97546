import { type NatGatewayStatus, parseIpv4, type VmStatus } from "@fulmar/contract";
import { roomIn } from "./cidr.ts";

/** The data of the map. */
export interface MapSubnet {
  readonly id: string;
  readonly name: string;
  readonly cidr: string;
  /** The API's status. `available` is not shown. */
  readonly status: string;
}
export interface MapNode {
  readonly id: string;
  readonly subnetId: string;
  readonly name: string;
  /** Undefined until the VM has loaded. */
  readonly status: VmStatus | undefined;
  readonly address: string;
  readonly publicAddress: string | null;
  /** Whether it reaches the internet through a NAT gateway. */
  readonly usesNat: boolean;
  readonly href: `/workspaces/${string}`;
}
export interface MapGateway {
  readonly id: string;
  readonly name: string;
  readonly status: NatGatewayStatus;
  readonly publicAddress: string | null;
  readonly subnetIds: readonly string[];
  /** In words, such as "TCP 8080 → web-1:80". */
  readonly forwards: readonly string[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export type Cell = Box &
  (
    | { readonly kind: "node"; readonly node: MapNode }
    | { readonly kind: "group"; readonly status: VmStatus | undefined; readonly nodes: readonly MapNode[] }
  );

export interface MapLayout {
  readonly width: number;
  readonly height: number;
  readonly internet: Box;
  readonly gateways: readonly (Box & { readonly gateway: MapGateway; readonly lines: readonly string[] })[];
  readonly vpc: Box;
  readonly subnets: readonly (Box & {
    readonly subnet: MapSubnet;
    readonly used: number;
    readonly room: number;
    readonly cells: readonly Cell[];
  })[];
  /** The lines between the boxes, as SVG path data. `used` is false for a subnet without a VM that uses the gateway. */
  readonly ways: readonly { readonly path: string; readonly used: boolean }[];
}

const GAP = 8;
const PAD = 12;
const LANE = 10;
const INTERNET_HEIGHT = 34;
const GATEWAY = { least: 200, head: 50, line: 16, lines: 4 };
const CELL = { least: 132, height: 56 };
const SUBNET_HEAD = 50;
const VPC_HEAD = 32;

/** A subnet with more nodes shows the notable ones and groups the rest by state. */
const MOST_SINGLE = 24;
const MOST_OUTSTANDING = 11;

/** Lays out the map for a width in pixels and computes its height. */
export function mapLayout(
  width: number,
  subnets: readonly MapSubnet[],
  nodes: readonly MapNode[],
  gateways: readonly MapGateway[],
): MapLayout {
  const internet = { x: 0, y: 0, width, height: INTERNET_HEIGHT };
  const gatewayBoxes = placeGateways(width, gateways, INTERNET_HEIGHT + 24);
  const below = bottom(gatewayBoxes, INTERNET_HEIGHT);
  const vpcTop = below + 16 + LANE * gateways.length;
  const left = PAD + (gateways.length > 0 ? LANE * gateways.length + 6 : 0);
  const inner = width - left - PAD;
  let y = vpcTop + VPC_HEAD;
  const subnetBoxes = subnets.map((subnet) => {
    const own = nodes.filter(({ subnetId }) => subnetId === subnet.id);
    const cells = placeCells(own, { x: left + PAD, y: y + SUBNET_HEAD, width: inner - 2 * PAD });
    const height = cells.length === 0 ? SUBNET_HEAD : bottom(cells, 0) - y + PAD;
    const box = { x: left, y, width: inner, height, subnet, used: own.length, room: roomIn(subnet.cidr), cells };
    y += height + GAP;
    return box;
  });
  const vpc = { x: 0, y: vpcTop, width, height: Math.max(y - vpcTop + PAD - GAP, VPC_HEAD + 40) };
  const ways = gatewayBoxes.flatMap((box, index) =>
    waysOf(box, index, { below, internet, subnets: subnetBoxes, nodes }),
  );
  return { width, height: vpc.y + vpc.height, internet, gateways: gatewayBoxes, vpc, subnets: subnetBoxes, ways };
}

function placeGateways(width: number, gateways: readonly MapGateway[], top: number): MapLayout["gateways"] {
  const columns = Math.max(1, Math.min(gateways.length, Math.floor((width - PAD + GAP) / (GATEWAY.least + PAD))));
  const boxWidth = (width - columns * PAD) / columns;
  const placed: (Box & { gateway: MapGateway; lines: string[] })[] = [];
  for (const [index, gateway] of gateways.entries()) {
    const first = index - (index % columns);
    const y = first === 0 ? top : bottom(placed.slice(0, first), top) + GAP;
    const lines = forwardLines(gateway.forwards);
    placed.push({
      x: PAD + (index % columns) * (boxWidth + PAD),
      y,
      width: boxWidth,
      height: GATEWAY.head + lines.length * GATEWAY.line,
      gateway,
      lines,
    });
  }
  return placed;
}

function forwardLines(forwards: readonly string[]): string[] {
  if (forwards.length <= GATEWAY.lines) return [...forwards];
  return [...forwards.slice(0, GATEWAY.lines - 1), `and ${forwards.length - GATEWAY.lines + 1} more forwards`];
}

function placeCells(nodes: readonly MapNode[], area: Omit<Box, "height">): Cell[] {
  const columns = Math.max(1, Math.floor((area.width + GAP) / (CELL.least + GAP)));
  const width = (area.width - (columns - 1) * GAP) / columns;
  return contentsOf(nodes).map((content, index) => ({
    ...content,
    ...{
      x: area.x + (index % columns) * (width + GAP),
      y: area.y + Math.floor(index / columns) * (CELL.height + GAP),
      width,
      height: CELL.height,
    },
  }));
}

type Content =
  | { readonly kind: "node"; readonly node: MapNode }
  | { readonly kind: "group"; readonly status: VmStatus | undefined; readonly nodes: readonly MapNode[] };

/** All nodes if there are few. Otherwise those in error or with a public address, and the others grouped by state. */
function contentsOf(nodes: readonly MapNode[]): Content[] {
  const sorted = nodes.toSorted((one, other) => (parseIpv4(one.address) ?? 0) - (parseIpv4(other.address) ?? 0));
  if (sorted.length <= MOST_SINGLE) return sorted.map((node) => ({ kind: "node", node }));
  const outstanding = sorted
    .filter(standsOut)
    .toSorted((one, other) => Number(other.status === "error") - Number(one.status === "error"));
  const single = new Set(outstanding.slice(0, MOST_OUTSTANDING));
  const groups = Map.groupBy(
    sorted.filter((node) => !single.has(node)),
    ({ status }) => status,
  );
  return [
    ...[...single].map((node): Content => ({ kind: "node", node })),
    ...[...groups].map(([status, members]): Content => ({ kind: "group", status, nodes: members })),
  ];
}

function standsOut({ status, publicAddress }: MapNode): boolean {
  return status === "error" || publicAddress !== null;
}

/** The lines from the internet to each gateway, and from there, in a lane of their own, to each subnet it serves. */
function waysOf(
  box: MapLayout["gateways"][number],
  index: number,
  around: { below: number; internet: Box; subnets: MapLayout["subnets"]; nodes: readonly MapNode[] },
): MapLayout["ways"] {
  const beside = box.x - PAD / 2;
  const lane = PAD + index * LANE;
  const turn = around.below + 8 + index * LANE;
  const served = around.subnets.filter(({ subnet }) => box.gateway.subnetIds.includes(subnet.id));
  const up =
    box.gateway.publicAddress === null || box.gateway.status === "error"
      ? []
      : [{ path: `M ${beside} ${around.internet.height} V ${box.y + 18} H ${box.x}`, used: true }];
  const out = `M ${box.x} ${box.y + box.height - 14} H ${beside} V ${turn} H ${lane}`;
  const down = served.map(({ subnet: { id }, x, y }) => ({
    path: `${out} V ${y + 25} H ${x}`,
    used: around.nodes.some(({ subnetId, usesNat }) => usesNat && subnetId === id),
  }));
  return [...up, ...down];
}

function bottom(boxes: readonly Box[], least: number): number {
  return boxes.reduce((lowest, { y, height }) => Math.max(lowest, y + height), least);
}
