import { isIP } from "node:net";
import { parseIpAddress } from "@fulmar/contract";
import { atomsIn, mapOf, named, type Operation, setOf, uuidIn } from "@fulmar/ovsdb";
import type { AppliedNetwork, PrivateNames } from "../../ports/network-port.ts";
import { subnetNotReady } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { changeNetworks, type Read, readerOf } from "./change.ts";
import { leadToNames, namesPortName, PRIORITY, referenceTo, TO_NAMES, uplinkPort, uplinkPortName } from "./routers.ts";
import { isOurs, labels, labelsIn, macOf, nameOf, revisionOf, select } from "./rows.ts";

// The names of a VPC stand at a switch that only its router is at, by two ports (docs/adr/0195). Questions that leave the
// VPC go into it by one port. OVN answers there what it knows, and the rest comes back to the router by the other port
// and leaves as everything else. At the machines' own switches the names would open their firewalls: there, OVN lets in
// whatever is sent from port 53.

/** The mark of a question that comes back from the names: it is not sent there again. */
const ASKED = "53";

/** Makes the names of a VPC, or changes them in one row. @throws ProviderError, retryable, without a subnet of the VPC */
export async function applyNames(
  site: LibvirtSite,
  vpcId: string,
  wanted: PrivateNames,
  signal: AbortSignal,
): Promise<void> {
  await changeNetworks(site, signal, async (read) => {
    const [[router] = [], [place] = [], [present] = []] = await read(
      select("Logical_Router", [], isOurs(site, "router", { vpc: vpcId })),
      select("Logical_Switch", ["dns_records"], isOurs(site, "names", { vpc: vpcId })),
      select("DNS", [], isOurs(site, "names", { vpc: vpcId })),
    );
    if (router === undefined) throw subnetNotReady();
    const row = {
      records: recordsOf(wanted),
      external_ids: labels(site, "names", { vpc: vpcId, revision: String(wanted.revision) }),
    };
    if (present === undefined || place === undefined || atomsIn(place.dns_records).length === 0) {
      const operations = [
        ...(await removeNames(site, vpcId, read)),
        ...(await namesOperations(site, vpcId, row, read)),
      ];
      return { operations, outcome: undefined };
    }
    if (revisionOf(labelsIn(present)) > wanted.revision) return { operations: [], outcome: undefined };
    const where = [["_uuid", "==", referenceTo(present)]] as const;
    return { operations: [{ op: "update", table: "DNS", where, row }], outcome: undefined };
  });
}

export async function findNames(
  site: LibvirtSite,
  vpcIds: readonly string[],
  signal: AbortSignal,
): Promise<AppliedNetwork[]> {
  if (vpcIds.length === 0) return [];
  const [places = [], rows = []] = await readerOf(site, signal)(
    select("Logical_Switch", ["dns_records"], isOurs(site, "names")),
    select("DNS", [], isOurs(site, "names")),
  );
  const linked = new Set(places.flatMap(({ dns_records }) => atomsIn(dns_records).map(uuidIn)));
  return rows
    .filter((row) => linked.has(uuidIn(row._uuid)))
    .map(labelsIn)
    .flatMap((found) => (found.vpc === undefined ? [] : [{ id: found.vpc, revision: revisionOf(found) }]))
    .filter(({ id }) => vpcIds.includes(id));
}

/** What removes the names of a VPC, and what leads to them, from its router. */
export async function removeNames(site: LibvirtSite, vpcId: string, read: Read): Promise<Operation[]> {
  const mine = isOurs(site, "names", { vpc: vpcId });
  const [ports = [], routes = [], policies = []] = await read(
    select("Logical_Router_Port", [], mine),
    select("Logical_Router_Static_Route", [], mine),
    select("Logical_Router_Policy", [], mine),
  );
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
    { op: "delete", table: "Logical_Switch", where: [mine] },
    { op: "delete", table: "DNS", where: [mine] },
    { op: "delete", table: "Static_MAC_Binding", where: [["logical_port", "==", namesPortName(vpcId)]] },
  ];
}

/** The switch with its names, and the router's way through it. */
async function namesOperations(
  site: LibvirtSite,
  vpcId: string,
  row: { readonly records: ReturnType<typeof mapOf>; readonly external_ids: ReturnType<typeof labels> },
  read: Read,
): Promise<Operation[]> {
  const [into, outOf] = [namesPortName(vpcId), nameOf(vpcId, "names_out_of")];
  const external_ids = labels(site, "names", { vpc: vpcId });
  const ports = [
    { name: into, networks: `${TO_NAMES.from}/30` },
    // Outside of the other's network: the router has one way to the switch.
    { name: outOf, networks: TO_NAMES.back },
  ];
  const leadsOut = (await uplinkPort(site, vpcId, read)) !== undefined;
  return [
    ...ports.flatMap(({ name, networks }): Operation[] => [
      {
        op: "insert",
        table: "Logical_Router_Port",
        "uuid-name": `of_${name}`,
        row: { name, mac: macOf("names", name), networks, external_ids },
      },
      {
        op: "insert",
        table: "Logical_Switch_Port",
        "uuid-name": `at_${name}`,
        row: {
          name: `${name}_router`,
          type: "router",
          addresses: "router",
          options: mapOf({ "router-port": name }),
          external_ids,
        },
      },
    ]),
    {
      op: "insert",
      table: "Static_MAC_Binding",
      row: { logical_port: into, ip: TO_NAMES.nexthop, mac: macOf("names", outOf) },
    },
    { op: "insert", table: "DNS", "uuid-name": "names", row },
    {
      op: "insert",
      table: "Logical_Switch",
      row: {
        name: nameOf(vpcId, "names"),
        ports: setOf(ports.map(({ name }) => named(`at_${name}`))),
        dns_records: named("names"),
        external_ids,
      },
    },
    {
      op: "insert",
      table: "Logical_Router_Policy",
      "uuid-name": "asks",
      row: {
        priority: PRIORITY.asks,
        match: `outport == "${uplinkPortName(vpcId)}" && ip4 && udp.dst == 53 && pkt.mark == 0`,
        action: "reroute",
        nexthops: TO_NAMES.nexthop,
        options: mapOf({ pkt_mark: ASKED }),
        external_ids,
      },
    },
    {
      op: "insert",
      table: "Logical_Router_Policy",
      "uuid-name": "asked",
      row: {
        priority: PRIORITY.asked,
        match: `inport == "${outOf}" && outport == "${into}"`,
        action: "drop",
        external_ids,
      },
    },
    {
      op: "mutate",
      table: "Logical_Router",
      where: [["name", "==", nameOf(vpcId)]],
      mutations: [
        ["ports", "insert", setOf(ports.map(({ name }) => named(`of_${name}`)))],
        ["policies", "insert", setOf([named("asks"), named("asked")])],
      ],
    },
    ...(leadsOut ? [] : leadToNames(site, vpcId)),
  ];
}

/**
 * The records of names and, in reverse, of their addresses (ovn-nb(5), DNS). A name without IPv6 has its IPv4 addresses
 * in IPv6's form as well (RFC 4291, 2.5.5.2), which hosts reach by IPv4: OVN has no answer for a family that a name
 * lacks, or refuses one, and resolvers that ask for both wait for it.
 */
function recordsOf({ names }: PrivateNames) {
  return mapOf(
    Object.fromEntries(
      names.flatMap(({ name, addresses }) => {
        const mapped = addresses.every((address) => isIP(address) === 4)
          ? addresses.map((each) => `::ffff:${each}`)
          : [];
        const reverse = addresses.map((address) => [reverseNameOf(address), name] as const);
        return [[name, [...addresses, ...mapped].join(" ")] as const, ...reverse];
      }),
    ),
  );
}

/** The name of an address in the reverse tree (RFC 1035, 3.5; RFC 3596, 2.5). */
function reverseNameOf(address: string): string {
  const { bits, value } = parseIpAddress(address) ?? { bits: 32, value: 0n };
  if (bits === 32) return `${address.split(".").toReversed().join(".")}.in-addr.arpa`;
  return `${[...value.toString(16).padStart(32, "0")].toReversed().join(".")}.ip6.arpa`;
}
