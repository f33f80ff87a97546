import { atomsIn, named, type Operation, setOf, uuidIn, uuidOf } from "@fulmar/ovsdb";
import type { InstanceNetwork } from "../../ports/network-port.ts";
import { subnetNotReady } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { leaveSets, putSets } from "./address-sets.ts";
import { type Card, cardsIn } from "./cards.ts";
import { changeNetworks, type Read, readerOf } from "./change.ts";
import { type Exit, exitOperations } from "./exits.ts";
import { type Acl, aclsOf, areSame, FAMILIES, IPV4, setNameOf } from "./firewall.ts";
import { fitMachine } from "./fit-machine.ts";
import { HOME_CIDR, homeAddress, homeId, makeHome } from "./home.ts";
import { referenceTo } from "./routers.ts";
import {
  type FoundRow,
  isOurs,
  type Labels,
  labels,
  labelsIn,
  macOf,
  madeAtIn,
  nameOf,
  type Role,
  revisionOf,
  select,
  uuidFor,
} from "./rows.ts";
import { subnetsOf } from "./subnet-rows.ts";

/** A card with the switch that its port is in. */
interface Place extends Card {
  readonly subnetId: string;
  readonly vpcId: string;
  readonly switchName: string;
  /** Null in a subnet without IPv6. */
  readonly ipv6Address: string | null;
}

type Wanted = Pick<InstanceNetwork, "firewall" | "sets" | "publicAddress">;

/**
 * Applies the ports, rules and public address of a VM, before or after its machine exists, and gives the machine its
 * cards. A port's rules are there when it is.
 */
export async function applyInstance(
  site: LibvirtSite,
  vmId: string,
  wanted: InstanceNetwork,
  signal: AbortSignal,
): Promise<void> {
  if (wanted.nics.length === 0) await makeHome(site, signal);
  const cards = await changeNetworks(site, signal, async (read) => {
    const found = await findNetwork(site, vmId, read);
    const present = found && labelsIn(found);
    if (present !== undefined && revisionOf(present) > wanted.revision)
      return { operations: [], outcome: cardsIn(present) };
    const places =
      wanted.nics.length === 0
        ? [await homePlace(site, vmId, present, read)]
        : await placesOf(site, vmId, wanted, read);
    const applied = { revision: String(wanted.revision), record: JSON.stringify(wanted.record) };
    return {
      operations: await networkOperations(site, { vmId, found, places, wanted, applied }, read),
      outcome: cardsOf(places),
    };
  });
  await fitMachine(site, vmId, cards, signal);
}

/**
 * Gives a VM without a network a port in the home network, unfiltered. A network that is there stays.
 * @returns its cards
 */
export async function ensureInstanceNetwork(
  site: LibvirtSite,
  vmId: string,
  signal: AbortSignal,
): Promise<readonly Card[]> {
  const present = await findNetwork(site, vmId, readerOf(site, signal));
  if (present !== undefined) return cardsIn(labelsIn(present));
  await makeHome(site, signal);
  return changeNetworks(site, signal, async (read) => {
    const found = await findNetwork(site, vmId, read);
    if (found !== undefined) return { operations: [], outcome: cardsIn(labelsIn(found)) };
    const places = [await homePlace(site, vmId, undefined, read)];
    const wanted = { firewall: null, sets: [], publicAddress: null };
    const change = { vmId, found, places, wanted, applied: { revision: "0" } };
    return { operations: await networkOperations(site, change, read), outcome: cardsOf(places) };
  });
}

/** Removes all network objects of a VM, after its machine. They may be gone already. */
export async function removeInstanceNetwork(
  site: LibvirtSite,
  vmId: string,
  signal: AbortSignal,
  role: NetworkRole = "vm_network",
): Promise<void> {
  await changeNetworks(site, signal, async (read) => {
    const found = await findNetwork(site, vmId, read, role);
    if (found === undefined) return { operations: [], outcome: undefined };
    const ports = await portsOf(site, vmId, read);
    return {
      operations: [
        { op: "delete", table: "Port_Group", where: [["_uuid", "==", referenceTo(found)]] },
        ...ports.map(leaveSwitch),
        ...(await leaveSets(site, { vmId, before: labelsIn(found), now: [] }, read)),
        ...(await exitOperations(site, vmId, null, read)),
      ],
      outcome: undefined,
    };
  });
}

/** A machine that was released keeps the network that it had as a VM. */
type NetworkRole = Extract<Role, "vm_network" | "released_network">;

export async function findNetwork(
  site: LibvirtSite,
  vmId: string,
  read: Read,
  role: NetworkRole = "vm_network",
): Promise<FoundRow | undefined> {
  const [[found] = []] = await read(select("Port_Group", ["acls"], isOurs(site, role, { id: vmId })));
  return found;
}

function cardsOf(places: readonly Place[]): Card[] {
  return places.map(({ port, mac, address }) => ({ port, mac, address }));
}

async function placesOf(site: LibvirtSite, vmId: string, { nics }: InstanceNetwork, read: Read): Promise<Place[]> {
  const subnets = await subnetsOf(
    site,
    nics.map(({ subnetId }) => subnetId),
    read,
  );
  return nics.flatMap(({ subnetId, address, ipv6Address }, index) => {
    const subnet = subnets[index];
    if (subnet === undefined) return [];
    // A NIC is known by its subnet, so that it stays when others come and go; a second one there by its turn.
    const turn = nics.slice(0, index).filter((nic) => nic.subnetId === subnetId).length;
    const { vpcId, name: switchName } = subnet;
    return [placeIn(vmId, { subnetId, vpcId, switchName, address, ipv6Address }, turn)];
  });
}

async function homePlace(site: LibvirtSite, vmId: string, present: Labels | undefined, read: Read): Promise<Place> {
  const subnetId = homeId(site);
  const switchName = nameOf(subnetId);
  const own = placeIn(vmId, { subnetId, vpcId: site.siteId, switchName, address: "", ipv6Address: null }, 0);
  const kept = present && cardsIn(present).find(({ port }) => port === own.port);
  return { ...own, address: kept?.address ?? (await homeAddress(site, read)) };
}

function placeIn(vmId: string, place: Omit<Place, "port" | "mac">, turn: number): Place {
  const of = [vmId, place.subnetId, String(turn)];
  return { ...place, port: uuidFor("port", ...of), mac: macOf("card", ...of) };
}

/** The port group, ports, rules and exit of a VM as they are to be. */
async function networkOperations(
  site: LibvirtSite,
  change: {
    readonly vmId: string;
    readonly found: FoundRow | undefined;
    readonly places: readonly Place[];
    readonly wanted: Wanted;
    readonly applied: Pick<Labels, "revision" | "record">;
  },
  read: Read,
): Promise<Operation[]> {
  const { vmId, found, places, wanted, applied } = change;
  const group = nameOf(vmId);
  const [first] = places;
  const ports = await portOperations(site, vmId, places, read);
  const neighbours = places.some(({ subnetId }) => subnetId === homeId(site)) ? HOME_CIDR : null;
  const families = places.some(({ ipv6Address }) => ipv6Address !== null) ? FAMILIES : [IPV4];
  const acls = aclsOf(group, withNamesOfSets(site, wanted.firewall), neighbours, families);
  const before = found && labelsIn(found);
  const sets = wanted.sets.map(({ id }) => id);
  const kept = found === undefined ? undefined : await keptAcls(found, acls, read);
  const row = {
    name: group,
    ports: setOf(ports.references),
    acls: setOf(kept ?? acls.map((_, index) => named(`acl_${index}`))),
    external_ids: labels(site, "vm_network", {
      id: vmId,
      ...applied,
      madeAt: madeAtIn(before),
      state: JSON.stringify(cardsOf(places)),
      ...(sets.length > 0 && { sets: JSON.stringify(sets) }),
    }),
  };
  const exit: Exit | null =
    wanted.publicAddress === null || first === undefined
      ? null
      : {
          vpcId: first.vpcId,
          address: wanted.publicAddress.address,
          translates: { type: "dnat_and_snat", from: [first.address] },
          forwards: { tcp: {}, udp: {} },
        };
  return [
    ...(await putSets(site, wanted.sets, read)),
    ...ports.operations,
    ...(kept === undefined ? acls.map(insertAcl) : []),
    found === undefined
      ? { op: "insert", table: "Port_Group", row }
      : { op: "update", table: "Port_Group", where: [["_uuid", "==", referenceTo(found)]], row },
    ...(await exitOperations(site, vmId, exit, read)),
    ...(await leaveSets(site, { vmId, before, now: sets }, read)),
  ];
}

function withNamesOfSets(site: LibvirtSite, firewall: InstanceNetwork["firewall"]): InstanceNetwork["firewall"] {
  if (firewall === null) return null;
  return firewall.map((rule) => ({ ...rule, set: rule.set === null ? null : setNameOf(site, rule.set) }));
}

function insertAcl(acl: Acl, index: number): Operation {
  return { op: "insert", table: "ACL", "uuid-name": `acl_${index}`, row: { ...acl } };
}

/** References to the present rules, if they are these already; undefined when others are wanted. */
async function keptAcls(found: FoundRow, wanted: readonly Acl[], read: Read) {
  const references = atomsIn(found.acls);
  if (references.length !== wanted.length) return undefined;
  if (references.length === 0) return [];
  const columns = ["direction", "priority", "match", "action"];
  const answers = await read(...references.map((uuid) => select("ACL", columns, ["_uuid", "==", uuid])));
  return areSame(answers.flat() as unknown as Acl[], wanted) ? references : undefined;
}

async function portsOf(site: LibvirtSite, vmId: string, read: Read): Promise<FoundRow[]> {
  const [ports = []] = await read(select("Logical_Switch_Port", ["name"], isOurs(site, "nic", { id: vmId })));
  return [...ports];
}

/** Makes the ports of a VM as they are to be. One that stays is changed in place, since its machine is bound to it. */
async function portOperations(site: LibvirtSite, vmId: string, places: readonly Place[], read: Read) {
  const present = await portsOf(site, vmId, read);
  const subnetIds = [...new Set(places.map(({ subnetId }) => subnetId))];
  const optionsAs = async (role: "dhcp" | "dhcp6") => {
    const answers = await read(...subnetIds.map((id) => select("DHCP_Options", [], isOurs(site, role, { id }))));
    return new Map(subnetIds.map((id, index) => [id, (answers[index] ?? []).slice(0, 1).map(referenceTo)]));
  };
  const [options, optionsOfIpv6] = [await optionsAs("dhcp"), await optionsAs("dhcp6")];
  if (places.some(({ ipv6Address, subnetId }) => ipv6Address !== null && optionsOfIpv6.get(subnetId)?.length === 0))
    throw subnetNotReady();
  const operations: Operation[] = present
    .filter((row) => !places.some(({ port }) => port === row.name))
    .map(leaveSwitch);
  const references = places.map((place, index) => {
    const { port, mac, address, ipv6Address, subnetId, vpcId } = place;
    const addresses = [mac, address, ipv6Address].filter((part) => part !== null).join(" ");
    const row = {
      name: port,
      addresses,
      port_security: addresses,
      dhcpv4_options: setOf(options.get(subnetId) ?? []),
      dhcpv6_options: setOf(ipv6Address === null ? [] : (optionsOfIpv6.get(subnetId) ?? [])),
      external_ids: labels(site, "nic", { id: vmId, subnet: subnetId, vpc: vpcId }),
    };
    const same = present.find(({ name }) => name === port);
    if (same !== undefined) {
      const reference = uuidOf(uuidIn(same._uuid));
      operations.push({ op: "update", table: "Logical_Switch_Port", where: [["_uuid", "==", reference]], row });
      return reference;
    }
    operations.push(
      { op: "insert", table: "Logical_Switch_Port", "uuid-name": `port_${index}`, row },
      {
        op: "mutate",
        table: "Logical_Switch",
        where: [["name", "==", place.switchName]],
        mutations: [["ports", "insert", setOf([named(`port_${index}`)])]],
      },
    );
    return named(`port_${index}`);
  });
  return { operations, references };
}

/** Takes a port out of whichever switch it is in, and with it the port itself. */
function leaveSwitch(port: FoundRow): Operation {
  const reference = referenceTo(port);
  return {
    op: "mutate",
    table: "Logical_Switch",
    where: [["ports", "includes", setOf([reference])]],
    mutations: [["ports", "delete", setOf([reference])]],
  };
}
