// The GPUs of a host: whole cards by pass-through, and slices by mediated devices (docs/kvm.md, docs/adr/0182).
import { MAKERS } from "../../ports/gpus.ts";
import type { InspectedGpu } from "../../ports/host-port.ts";
import type { LibvirtClient } from "../client/libvirt-client.ts";
import { type NodeDevices, type PciDevice, readNodeDevices } from "./node-devices.ts";

/** A GPU of a host with the devices that a machine gets for it. */
export interface GivenGpu extends InspectedGpu {
  /** Of a whole card: the card and the other functions of it, such as its sound, which are given together. */
  readonly functions: readonly string[];
}

/** The GPUs of a host that machines can have, and what keeps them from others. */
export interface HostGpus {
  readonly gpus: readonly GivenGpu[];
  /** Sentences for the operator. */
  readonly notes: readonly string[];
}

export async function readHostGpus(client: Pick<LibvirtClient, "call">, signal: AbortSignal): Promise<HostGpus> {
  const devices = await readNodeDevices(client, signal);
  return devices === undefined ? { gpus: [], notes: [NOT_TOLD] } : hostGpusIn(devices);
}

const NOT_TOLD =
  "The server does not tell the devices of its host: on hosts with a daemon for each kind, start virtnodedevd.";

/** The GPUs among the devices of a host. */
export function hostGpusIn({ pci, mediated }: NodeDevices): HostGpus {
  const cards = cardsAmong(pci);
  const told = cards.map((card) => {
    const makers = new Map([card, ...pci.filter((device) => device.physicalFunction === card.address)].map(byAddress));
    const slices = mediated.flatMap((each) => {
      const maker = makers.get(each.parent);
      return maker === undefined ? [] : [{ uuid: each.uuid, profile: maker.mediatedTypes.get(each.type) ?? each.type }];
    });
    const profiles = [...new Set([...makers.values()].flatMap((each) => [...each.mediatedTypes.values()]))];
    return { card, slices, profiles, obstacle: obstacleOf(card, pci, cards) };
  });
  const gpus = told.flatMap(({ card, slices, obstacle }): GivenGpu[] => {
    if (card.product === undefined) return [];
    const known = { driver: card.driver, iommuGroup: card.group?.number ?? null, functions: [] };
    const { address, product: model } = card;
    // Its driver at the host serves the slices, so that it cannot be taken away.
    if (slices.length > 0) {
      return slices.map(({ uuid, profile }) => ({
        ...{ ...known, address: `${address}/${uuid}`, model: `${model} ${profile}`, uuid },
        slice: { card: address, profile, onDemand: false },
      }));
    }
    return obstacle === undefined ? [{ ...known, address, model, uuid: null, functions: functionsOf(card, pci) }] : [];
  });
  return { gpus, notes: notesOn(told) };
}

const byAddress = (device: PciDevice) => [device.address, device] as const;

/** VGA, 3D and other display controllers; processing accelerators, as cards without a display may call themselves. */
const GPU_CLASSES: ReadonlySet<number> = new Set([0x0300, 0x0302, 0x0380, 0x1200]);
const BRIDGE = 0x06;

/** Cards, each by its first function that is one. Virtual functions are of their card. */
function cardsAmong(pci: readonly PciDevice[]): PciDevice[] {
  const candidates = pci.filter(
    ({ classCode, vendor, physicalFunction }) =>
      GPU_CLASSES.has(classCode >> 8) && MAKERS.has(vendor) && physicalFunction === null,
  );
  return candidates.filter(
    (card) =>
      !candidates.some((other) => other.address < card.address && isSameSlot(other, card) && isSameGroup(other, card)),
  );
}

function isSameSlot(one: PciDevice, other: PciDevice): boolean {
  return one.address.slice(0, -1) === other.address.slice(0, -1);
}

function isSameGroup(one: PciDevice, other: PciDevice): boolean {
  return one.group?.number === other.group?.number;
}

/** The card and the other functions of its slot that are in its group: the kernel gives them together or not at all. */
function functionsOf(card: PciDevice, pci: readonly PciDevice[]): string[] {
  return pci.filter((device) => isSameSlot(device, card) && isSameGroup(device, card)).map(({ address }) => address);
}

/** Drivers that hold a device for machines, or for nobody. */
const IDLE_DRIVERS: ReadonlySet<string | null> = new Set([null, "vfio-pci", "pci-stub"]);

/** Why no machine can have a card, as a sentence. The kernel gives a group when nothing in it is used otherwise. */
function obstacleOf(card: PciDevice, pci: readonly PciDevice[], cards: readonly PciDevice[]): string | undefined {
  const { group, address } = card;
  if (group === null)
    return (
      `Not sold: ${nameOf(card)}, because the host has no IOMMU for it. Turn on the IOMMU in the firmware (VT-d, AMD-Vi) ` +
      "and in the kernel (intel_iommu=on; AMD's is on by itself), and restart the host."
    );
  const members = new Set(group.members);
  const others = pci.filter(
    (device) =>
      members.has(device.address) &&
      !isSameSlot(device, card) &&
      device.classCode >> 16 !== BRIDGE &&
      (!IDLE_DRIVERS.has(device.driver) || cards.includes(device)),
  );
  if (others.length > 0)
    return (
      `Not sold: ${nameOf(card)}, because ${others.map(nameOf).join(", ")} is in its IOMMU group ${group.number}, and a ` +
      "machine gets a group as a whole. Put the card into another slot, or bind what shares its group to vfio-pci."
    );
  if (card.virtualFunctions.length > 0)
    return `Not sold whole: ${address}, because it has virtual functions. Turn them off, or sell its mediated devices.`;
  return undefined;
}

function nameOf({ address, product }: PciDevice): string {
  return product === undefined ? address : `${address} (${product})`;
}

interface ToldCard {
  readonly card: PciDevice;
  readonly slices: readonly object[];
  readonly profiles: readonly string[];
  readonly obstacle: string | undefined;
}

function notesOn(told: readonly ToldCard[]): string[] {
  const unnamed = told.filter(({ card }) => card.product === undefined);
  const whole = told.filter(({ card, slices, obstacle }) => card.product && slices.length === 0 && !obstacle);
  const used = whole.filter(({ card }) => !IDLE_DRIVERS.has(card.driver));
  return [
    ...unnamed.map(
      ({ card: { address } }) =>
        `Not sold, because the host does not know what it is: ${address}. Bring its PCI database up to date ` +
        "(the package pci.ids, update-pciids), and restart libvirtd.",
    ),
    ...told.flatMap(({ card, slices, obstacle }) => (card.product && slices.length === 0 && obstacle) || []),
    ...used.map(
      ({ card: { address, driver } }) =>
        `The host has the driver ${driver} at ${address}. libvirt takes the card from it when a VM starts, which waits for ` +
        "programs and screens of the host that use the card: stop them, or bind the card to vfio-pci when the host boots.",
    ),
    ...told.flatMap(({ card: { address }, slices, profiles }) =>
      profiles.length === 0 || slices.length > 0
        ? []
        : [
            `${address} makes mediated devices (${profiles.join(", ")}), and has none: make those that you sell by mdevctl ` +
              "(docs/kvm.md).",
          ],
    ),
  ];
}
