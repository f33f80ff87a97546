import { formatIpv4, parseIpv4 } from "@fulmar/contract";
import { type Atom, atomsIn, mapOf, named, type Operation, setOf, uuidIn, uuidOf } from "@fulmar/ovsdb";
import { ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtSite, Uplink } from "../libvirt-site.ts";
import type { Read } from "./change.ts";
import { type FoundRow, isOurs, labels, macOf, nameOf, select } from "./rows.ts";

/**
 * Policies of a router in their order: what goes nowhere, what has asked for a name in vain where nothing leads out, what
 * nobody asked for, what asks for names, who may leave, and everybody else.
 */
export const PRIORITY = { linkLocal: 400, asked: 350, unasked: 300, asks: 250, leaves: 200, stays: 100 } as const;

/** A new router of a VPC. Nothing leaves it, and no machine reaches the metadata service of the cloud beneath. */
export function routerOperations(site: LibvirtSite, vpcId: string): Operation[] {
  return [
    {
      op: "insert",
      table: "Logical_Router_Policy",
      "uuid-name": "link_local",
      row: { priority: PRIORITY.linkLocal, match: "ip4.dst == 169.254.0.0/16", action: "drop" },
    },
    {
      op: "insert",
      table: "Logical_Router",
      row: {
        name: nameOf(vpcId),
        policies: named("link_local"),
        external_ids: labels(site, "router", { vpc: vpcId }),
      },
    },
  ];
}

/** Removes a router with what leads out of it. What its row refers to goes with it, unless it stands alone. */
export async function removeRouter(site: LibvirtSite, vpcId: string, read: Read): Promise<Operation[]> {
  return [
    { op: "delete", table: "Load_Balancer", where: [isOurs(site, "exit", { vpc: vpcId })] },
    ...(await leaveUplink(site, vpcId, read)),
    { op: "delete", table: "Logical_Router", where: [isOurs(site, "router", { vpc: vpcId })] },
  ];
}

/** The router's port at the uplink, which it has while something leads out; undefined where it has none. */
export async function uplinkPort(site: LibvirtSite, vpcId: string, read: Read): Promise<FoundRow | undefined> {
  const [[port] = []] = await read(select("Logical_Router_Port", ["networks"], isOurs(site, "uplink", { vpc: vpcId })));
  return port;
}

/** The address in `networks` of a router's port. */
export function addressOf(port: FoundRow): string {
  return String(atomsIn(port.networks)[0]).split("/")[0] ?? "";
}

/** The name of a router's port at the uplink, as its policies know it. */
export function uplinkPortName(vpcId: string): string {
  return nameOf(vpcId, "uplink");
}

/**
 * Gives a router an address at the uplink and a way out, by which nobody leaves yet.
 * @throws ProviderError `unsupported_by_site` without an uplink, `site_full` without a free address
 */
export async function joinUplink(
  site: LibvirtSite,
  vpcId: string,
  read: Read,
): Promise<{ readonly address: string; readonly operations: Operation[] }> {
  const { uplink } = site;
  if (uplink === null) {
    throw new ProviderError(
      "unsupported_by_site",
      "This site's networks do not lead out, so it has no public addresses and NAT gateways; use another site.",
      { retryable: false },
    );
  }
  const [ports = [], [shared] = [], toNames = []] = await read(
    select("Logical_Router_Port", ["networks"], isOurs(site, "uplink")),
    select("Logical_Switch", [], isOurs(site, "uplink")),
    select("Logical_Router_Static_Route", [], isOurs(site, "names", { vpc: vpcId })),
  );
  const address = freeAddress(uplink, new Set(ports.map(addressOf)));
  const [port, vpc] = [uplinkPortName(vpcId), labels(site, "uplink", { vpc: vpcId })];
  const chassis = uplink.chassis.map((name, index) => ({
    op: "insert" as const,
    table: "Gateway_Chassis",
    "uuid-name": `chassis_${index}`,
    row: { name: nameOf(`${vpcId} ${name}`), chassis_name: name, priority: uplink.chassis.length - index },
  }));
  return {
    address,
    operations: [
      ...chassis,
      ...(shared === undefined ? uplinkSwitch(site, uplink) : []),
      {
        op: "insert",
        table: "Logical_Router_Port",
        "uuid-name": "uplink_port",
        row: {
          name: port,
          mac: macOf("uplink", vpcId),
          networks: `${address}/${uplink.prefixLength}`,
          gateway_chassis: setOf(chassis.map((row) => named(row["uuid-name"]))),
          external_ids: vpc,
        },
      },
      {
        op: "insert",
        table: "Logical_Router_Static_Route",
        "uuid-name": "default_route",
        row: { ip_prefix: "0.0.0.0/0", nexthop: uplink.gateway, output_port: port, external_ids: vpc },
      },
      {
        op: "insert",
        table: "Logical_Router_Policy",
        "uuid-name": "stays",
        row: { priority: PRIORITY.stays, match: `outport == "${port}"`, action: "drop", external_ids: vpc },
      },
      {
        op: "insert",
        table: "Logical_Router_Policy",
        "uuid-name": "unasked",
        // What comes for a public address is translated, and so tracked. A neighbour may send to private ones, too.
        row: { priority: PRIORITY.unasked, match: `inport == "${port}" && !ct.trk`, action: "drop", external_ids: vpc },
      },
      {
        op: "mutate",
        table: "Logical_Router",
        where: [["name", "==", nameOf(vpcId)]],
        mutations: [
          ["ports", "insert", setOf([named("uplink_port")])],
          ["static_routes", "delete", setOf(toNames.map(referenceTo))],
          ["static_routes", "insert", setOf([named("default_route")])],
          ["policies", "insert", setOf([named("unasked"), named("stays")])],
        ],
      },
      {
        op: "insert",
        table: "Logical_Switch_Port",
        "uuid-name": "at_uplink",
        row: {
          name: nameOf(vpcId, "at_uplink"),
          type: "router",
          addresses: "router",
          // Neighbours of the uplink learn of addresses that moved.
          options: mapOf({ "router-port": port, "nat-addresses": "router" }),
          external_ids: vpc,
        },
      },
      {
        op: "mutate",
        table: "Logical_Switch",
        where: [["name", "==", nameOf(site.siteId, "uplink")]],
        mutations: [["ports", "insert", setOf([named("at_uplink")])]],
      },
    ],
  };
}

/** The switch that all routers of the site share with the network outside. */
function uplinkSwitch(site: LibvirtSite, { network }: Uplink): Operation[] {
  const external_ids = labels(site, "uplink", {});
  return [
    {
      op: "insert",
      table: "Logical_Switch_Port",
      "uuid-name": "outside",
      row: {
        name: nameOf(site.siteId, "outside"),
        type: "localnet",
        addresses: "unknown",
        options: mapOf({ network_name: network }),
      },
    },
    {
      op: "insert",
      table: "Logical_Switch",
      row: { name: nameOf(site.siteId, "uplink"), ports: named("outside"), external_ids },
    },
  ];
}

/** Takes a router from the uplink. Its address is free again. */
export async function leaveUplink(site: LibvirtSite, vpcId: string, read: Read): Promise<Operation[]> {
  const mine = isOurs(site, "uplink", { vpc: vpcId });
  const [ports = [], routes = [], policies = [], atUplink = [], withNames = []] = await read(
    select("Logical_Router_Port", [], mine),
    select("Logical_Router_Static_Route", [], mine),
    select("Logical_Router_Policy", [], mine),
    select("Logical_Switch_Port", [], mine),
    select("Logical_Switch", [], isOurs(site, "names", { vpc: vpcId })),
  );
  if (ports.length === 0) return [];
  return [
    {
      op: "mutate",
      table: "Logical_Router",
      where: [["name", "==", nameOf(vpcId)]],
      mutations: [
        ["ports", "delete", setOf(ports.map(referenceTo))],
        ["static_routes", "delete", setOf(routes.map(referenceTo))],
        ["policies", "delete", setOf(policies.map(referenceTo))],
      ],
    },
    {
      op: "mutate",
      table: "Logical_Switch",
      where: [["name", "==", nameOf(site.siteId, "uplink")]],
      mutations: [["ports", "delete", setOf(atUplink.map(referenceTo))]],
    },
    ...(withNames.length > 0 ? leadToNames(site, vpcId) : []),
  ];
}

/**
 * The router's addresses at the switch of its names (names.ts): from which and to which it sends questions, and where it
 * takes back those without an answer. Nobody has the second: it stands for the third's port.
 */
export const TO_NAMES = { from: "192.0.0.1", nexthop: "192.0.0.2", back: "192.0.0.5/32" } as const;

/** The name of the router's port by which it sends questions to the names. */
export function namesPortName(vpcId: string): string {
  return nameOf(vpcId, "names_into");
}

/**
 * What sends all that leaves a VPC to its names, where nothing else leads out: a router asks its policies only of what
 * has a route. What is no question of a name ends there.
 */
export function leadToNames(site: LibvirtSite, vpcId: string): Operation[] {
  const route = nameOf(vpcId, "to_names");
  return [
    {
      op: "insert",
      table: "Logical_Router_Static_Route",
      "uuid-name": route,
      row: {
        ip_prefix: "0.0.0.0/0",
        nexthop: TO_NAMES.nexthop,
        output_port: namesPortName(vpcId),
        external_ids: labels(site, "names", { vpc: vpcId }),
      },
    },
    {
      op: "mutate",
      table: "Logical_Router",
      where: [["name", "==", nameOf(vpcId)]],
      mutations: [["static_routes", "insert", setOf([named(route)])]],
    },
  ];
}

/** A policy by which these addresses and networks leave by the uplink. */
export function leavesPolicy(vpcId: string, sources: readonly string[]) {
  const match = `outport == "${uplinkPortName(vpcId)}" && ip4.src == {${sources.join(", ")}}`;
  return { priority: PRIORITY.leaves, match, action: "allow" };
}

export function referenceTo(row: FoundRow): Atom {
  return uuidOf(uuidIn(row._uuid));
}

function freeAddress({ first, last }: Uplink, taken: ReadonlySet<string>): string {
  const [from = 0, to = -1] = [parseIpv4(first), parseIpv4(last)];
  for (let number = from; number <= to; number++) {
    const address = formatIpv4(number);
    if (!taken.has(address)) return address;
  }
  throw new ProviderError(
    "site_full",
    "The site has no address left for another network that leads out; its operator has to give its uplink more.",
    { retryable: false },
  );
}
