import { mapOf, named, type Operation, setOf, uuidIn, uuidOf } from "@fulmar/ovsdb";
import type { NetworkConfiguration } from "../../ports/network-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { changeNetworks } from "./change.ts";
import { removeNames } from "./names.ts";
import { peeringOperations } from "./peerings.ts";
import { removeRouter, routerOperations } from "./routers.ts";
import { isOurs, labels, labelsIn, macOf, madeAtIn, nameOf, revisionOf, select } from "./rows.ts";

const LEASE_SECONDS = 86_400;
/** What fits into a tunnel over a network whose packets have 1,500 bytes (Geneve over IPv4). */
export const MTU = 1_442;

/** The router's address in a subnet, with its MAC address. */
export interface SubnetAddresses {
  readonly cidr: string;
  readonly gateway: string;
  readonly ipv6Cidr: string | null;
  readonly dns: readonly string[];
}

/** Makes the switch of a subnet, with its router, or changes what it announces, and joins the router to its peers. */
export async function applySubnet(
  site: LibvirtSite,
  subnetId: string,
  wanted: NetworkConfiguration,
  signal: AbortSignal,
): Promise<void> {
  const { revision, vpcId, cidr } = wanted;
  await changeNetworks(site, signal, async (read) => {
    const [switches = [], routers = [], [announcedIpv6] = []] = await read(
      select("Logical_Switch", [], isOurs(site, "subnet", { id: subnetId })),
      select("Logical_Router", [], isOurs(site, "router", { vpc: vpcId })),
      select("DHCP_Options", [], isOurs(site, "dhcp6", { id: subnetId })),
    );
    const present = switches[0] && labelsIn(switches[0]);
    if (present !== undefined && revisionOf(present) > revision) return { operations: [], outcome: undefined };
    const external_ids = labels(site, "subnet", {
      id: subnetId,
      vpc: vpcId,
      revision: String(revision),
      record: JSON.stringify(wanted.record),
      madeAt: madeAtIn(present),
      state: cidr,
    });
    const operations =
      present === undefined
        ? [
            ...(routers.length === 0 ? routerOperations(site, vpcId) : []),
            ...switchOperations(site, { id: subnetId, vpcId, external_ids }, wanted),
          ]
        : [
            {
              op: "update" as const,
              table: "Logical_Switch",
              where: [["name", "==", nameOf(subnetId)]] as const,
              row: { external_ids },
            },
            {
              op: "update" as const,
              table: "DHCP_Options",
              where: [isOurs(site, "dhcp", { id: subnetId })],
              row: { cidr, options: announced(subnetId, wanted) },
            },
            {
              op: "update" as const,
              table: "Logical_Router_Port",
              where: [["name", "==", nameOf(subnetId, "gateway")]] as const,
              row: routerAddresses(wanted),
            },
            ...ipv6Operations(site, subnetId, wanted, announcedIpv6 !== undefined),
          ];
    const peerings = await peeringOperations(site, vpcId, wanted.peers, read);
    return { operations: [...operations, ...peerings], outcome: undefined };
  });
}

/** A new switch with the router's port in it, and what DHCP announces there. */
export function switchOperations(
  site: LibvirtSite,
  {
    id,
    vpcId,
    external_ids,
  }: {
    readonly id: string;
    readonly vpcId: string;
    readonly external_ids: ReturnType<typeof labels>;
  },
  wanted: SubnetAddresses,
): Operation[] {
  const { cidr } = wanted;
  const [name, routerPort] = [nameOf(id), nameOf(id, "gateway")];
  const own = labels(site, "router", { id, vpc: vpcId });
  return [
    {
      op: "insert",
      table: "Logical_Router_Port",
      "uuid-name": "router_port",
      row: {
        name: routerPort,
        mac: macOf("gateway", id),
        ...routerAddresses(wanted),
        external_ids: own,
      },
    },
    {
      op: "mutate",
      table: "Logical_Router",
      where: [["name", "==", nameOf(vpcId)]],
      mutations: [["ports", "insert", setOf([named("router_port")])]],
    },
    {
      op: "insert",
      table: "Logical_Switch_Port",
      "uuid-name": "switch_port",
      row: {
        name: nameOf(id, "router"),
        type: "router",
        addresses: "router",
        options: mapOf({ "router-port": routerPort }),
        external_ids: own,
      },
    },
    {
      op: "insert",
      table: "Logical_Switch",
      row: { name, ports: setOf([named("switch_port")]), other_config: mapOf({ subnet: cidr }), external_ids },
    },
    {
      op: "insert",
      table: "DHCP_Options",
      row: { cidr, options: announced(id, wanted), external_ids: labels(site, "dhcp", { id }) },
    },
    ...ipv6Operations(site, id, wanted, false),
  ];
}

/** The addresses of a router's port in a subnet, and what it tells machines: to ask for theirs by DHCPv6 (RFC 4861, M). */
function routerAddresses({ cidr, gateway, ipv6Cidr }: SubnetAddresses) {
  const address = `${gateway}/${cidr.split("/")[1]}`;
  if (ipv6Cidr === null) return { networks: address, ipv6_ra_configs: mapOf({}) };
  return {
    networks: setOf([address, ipv6Cidr.replace("::/", "::1/")]),
    ipv6_ra_configs: mapOf({ address_mode: "dhcpv6_stateful", send_periodic: "true", mtu: String(MTU) }),
  };
}

/** Makes what a switch answers by DHCPv6, or removes it. */
function ipv6Operations(
  site: LibvirtSite,
  id: string,
  { ipv6Cidr }: SubnetAddresses,
  isAnnounced: boolean,
): Operation[] {
  const where = [isOurs(site, "dhcp6", { id })];
  if (ipv6Cidr === null) return isAnnounced ? [{ op: "delete", table: "DHCP_Options", where }] : [];
  const row = { cidr: ipv6Cidr, options: mapOf({ server_id: macOf("gateway", id) }) };
  return isAnnounced
    ? [{ op: "update", table: "DHCP_Options", where, row }]
    : [{ op: "insert", table: "DHCP_Options", row: { ...row, external_ids: labels(site, "dhcp6", { id }) } }];
}

/** What a switch tells machines by DHCP (ovn-nb(5), DHCP_Options). */
function announced(id: string, { gateway, dns }: SubnetAddresses) {
  return mapOf({
    server_id: gateway,
    server_mac: macOf("gateway", id),
    lease_time: String(LEASE_SECONDS),
    router: gateway,
    mtu: String(MTU),
    ...(dns.length > 0 && { dns_server: `{${dns.join(", ")}}` }),
  });
}

/** @throws ProviderError, retryable, while a VM has a NIC in it */
export async function removeSubnet(site: LibvirtSite, subnetId: string, signal: AbortSignal): Promise<void> {
  await changeNetworks(site, signal, async (read) => {
    const [[present] = [], nics = [], ports = []] = await read(
      select("Logical_Switch", [], isOurs(site, "subnet", { id: subnetId })),
      select("Logical_Switch_Port", [], isOurs(site, "nic", { subnet: subnetId })),
      select("Logical_Router_Port", [], isOurs(site, "router", { id: subnetId })),
    );
    if (present === undefined) return { operations: [], outcome: undefined };
    if (nics.length > 0) {
      throw new ProviderError(
        "subnet_in_use",
        "The subnet still has instances at its site; the change continues when they are gone.",
        { retryable: true },
      );
    }
    const vpcId = labelsIn(present).vpc ?? "";
    const [ofVpc = []] = await read(select("Logical_Switch", [], isOurs(site, "subnet", { vpc: vpcId })));
    const isLast = ofVpc.every((each) => labelsIn(each).id === subnetId);
    return {
      operations: [
        { op: "delete", table: "Logical_Switch", where: [["_uuid", "==", uuidOf(uuidIn(present._uuid))]] },
        { op: "delete", table: "DHCP_Options", where: [isOurs(site, "dhcp", { id: subnetId })] },
        { op: "delete", table: "DHCP_Options", where: [isOurs(site, "dhcp6", { id: subnetId })] },
        ...(isLast
          ? [...(await removeNames(site, vpcId, read)), ...(await removeRouter(site, vpcId, read))]
          : [
              {
                op: "mutate" as const,
                table: "Logical_Router",
                where: [["name", "==", nameOf(vpcId)]] as const,
                mutations: [["ports", "delete", setOf(ports.map((port) => uuidOf(uuidIn(port._uuid))))]] as const,
              },
            ]),
      ],
      outcome: undefined,
    };
  });
}
