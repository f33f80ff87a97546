import { createHash } from "node:crypto";
import { atomsIn, named, type Operation, setOf } from "@fulmar/ovsdb";
import type { PeerNetwork } from "../../ports/network-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import type { Read } from "./change.ts";
import { referenceTo } from "./routers.ts";
import { isOurs, labels, labelsIn, macOf, nameOf, select } from "./rows.ts";

// Each side of a peering is a port of its VPC's router, with routes by it. Two ports that name each other are joined; one
// alone leads nowhere, so that traffic passes while both sides have it (ovn-nb(5), Logical_Router_Port).

/** Operations after which the router of a VPC is joined to these peers and no others. */
export async function peeringOperations(
  site: LibvirtSite,
  vpcId: string,
  peers: readonly PeerNetwork[],
  read: Read,
): Promise<Operation[]> {
  const mine = isOurs(site, "peering", { vpc: vpcId });
  const [ports = [], routes = []] = await read(
    select("Logical_Router_Port", [], mine),
    select("Logical_Router_Static_Route", ["ip_prefix", "nexthop"], mine),
  );
  const wantedRoutes = peers.flatMap((peer) => routesTo(vpcId, peer));
  const keyOf = (route: Pick<Route, "ip_prefix" | "nexthop">) => `${route.ip_prefix} ${route.nexthop}`;
  const wantedKeys = new Set(wantedRoutes.map(keyOf));
  const keyOfRow = (row: (typeof routes)[number]) => {
    const [ip_prefix, nexthop] = [row.ip_prefix, row.nexthop].map((column) => String(atomsIn(column)[0]));
    return keyOf({ ip_prefix: ip_prefix ?? "", nexthop: nexthop ?? "" });
  };
  const present = new Set(routes.map(keyOfRow));
  const joined = new Set(ports.map((row) => labelsIn(row).id));

  const gonePorts = ports.filter((row) => !peers.some((peer) => peer.vpcId === labelsIn(row).id));
  const goneRoutes = routes.filter((row) => !wantedKeys.has(keyOfRow(row)));
  const newPorts = peers.filter((peer) => !joined.has(peer.vpcId)).map((peer) => portTo(site, vpcId, peer.vpcId));
  const newRoutes = wantedRoutes.filter((route) => !present.has(keyOf(route)));
  const rows = [
    ...newPorts.map((row) => ({ table: "Logical_Router_Port", column: "ports", row })),
    ...newRoutes.map(({ peerId, ...route }) => {
      const row = { ...route, external_ids: labels(site, "peering", { id: peerId, vpc: vpcId }) };
      return { table: "Logical_Router_Static_Route", column: "static_routes", row };
    }),
  ];
  if (rows.length + gonePorts.length + goneRoutes.length === 0) return [];
  return [
    ...rows.map(({ table, row }, index) => ({ op: "insert", table, "uuid-name": `peering_${index}`, row }) as const),
    {
      op: "mutate",
      table: "Logical_Router",
      where: [["name", "==", nameOf(vpcId)]],
      mutations: [
        ["ports", "delete", setOf(gonePorts.map(referenceTo))],
        ["static_routes", "delete", setOf(goneRoutes.map(referenceTo))],
        ...rows.map(({ column }, index) => [column, "insert", setOf([named(`peering_${index}`)])] as const),
      ],
    },
  ];
}

interface Route {
  readonly peerId: string;
  readonly ip_prefix: string;
  readonly nexthop: string;
  readonly output_port: string;
}

function routesTo(vpcId: string, { vpcId: peerId, cidr, ipv6Cidr }: PeerNetwork): Route[] {
  const output_port = portName(vpcId, peerId);
  const nexthop = addressTo(peerId, vpcId);
  const ipv4 = { peerId, ip_prefix: cidr, nexthop, output_port };
  if (ipv6Cidr === null) return [ipv4];
  return [ipv4, { peerId, ip_prefix: ipv6Cidr, nexthop: linkLocalOf(macTo(peerId, vpcId)), output_port }];
}

function portTo(site: LibvirtSite, vpcId: string, peerId: string) {
  return {
    name: portName(vpcId, peerId),
    mac: macTo(vpcId, peerId),
    networks: `${addressTo(vpcId, peerId)}/30`,
    peer: portName(peerId, vpcId),
    external_ids: labels(site, "peering", { id: peerId, vpc: vpcId }),
  };
}

function portName(vpcId: string, peerId: string): string {
  return nameOf(vpcId, nameOf(peerId));
}

function macTo(vpcId: string, peerId: string): string {
  return macOf("peering", vpcId, peerId);
}

/**
 * The address of a router's port towards a peer, in a network of the two that follows from their ids. It is a
 * link-local one (RFC 3927), to which routers forward nothing of machines. Two pairs may have the same network.
 */
function addressTo(vpcId: string, peerId: string): string {
  const isFirst = vpcId < peerId;
  const pair = isFirst ? `${vpcId} ${peerId}` : `${peerId} ${vpcId}`;
  const [a = 0, b = 0] = createHash("sha256").update(pair).digest();
  return `169.254.${a}.${(b & 0xfc) + (isFirst ? 1 : 2)}`;
}

/** The address that a port has of itself (RFC 4291, appendix A). */
function linkLocalOf(mac: string): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = mac.split(":").map((byte) => Number.parseInt(byte, 16));
  const parts = [((a ^ 2) << 8) | b, (c << 8) | 0xff, 0xfe00 | d, (e << 8) | f];
  return `fe80::${parts.map((part) => part.toString(16)).join(":")}`;
}
