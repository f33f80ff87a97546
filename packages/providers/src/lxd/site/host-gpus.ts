// The GPUs of a host, as its server tells them in `/1.0/resources` (docs/gpu.md).
import { z } from "zod";
import { cardOf, MAKERS, NVIDIA } from "../../ports/gpus.ts";
import type { HostGpu, InspectedGpu, InspectedHost } from "../../ports/host-port.ts";
import { addressOfMdev, addressOfMig } from "../gpu-slices.ts";
import { isCluster, type LxdSite, membersOf, type Place } from "../lxd-site.ts";
import { type Card, resourcesOf } from "./lxd-site-port.ts";
import { type MigSlices, readMigSlices } from "./mig-slices.ts";

/** The GPU of a card of a host. The driver of NVIDIA names models and units; the PCI database names products. */
function wholeOf({ pci_address: address, vendor_id: vendor, product, nvidia }: Card): HostGpu[] {
  const model = nvidia?.model || product;
  if (!address || !model || !MAKERS.has(vendor ?? "")) return [];
  return [{ address, model, uuid: nvidia?.uuid || null }];
}

/**
 * What of a card can be given: the card itself, or slices. A container can have a MIG slice, and a virtual machine a
 * mediated device. A card that has been divided into MIG slices is not given whole: its driver refuses programs that
 * ask for the card.
 */
export function gpusOfCard({ instanceType }: Pick<LxdSite, "instanceType">, card: Card, mig: MigSlices): HostGpu[] {
  return wholeOf(card).flatMap((whole) => {
    const slices = migOf(whole, mig);
    if (slices.length > 0) return instanceType === "container" ? slices : [];
    return instanceType === "container" ? [whole] : [whole, ...mediatedOf(whole, card)];
  });
}

/** NVIDIA's programs name a MIG slice so, too. */
function migOf({ address: card, model, uuid }: HostGpu, { ofCard }: MigSlices): HostGpu[] {
  return (uuid === null ? [] : (ofCard.get(uuid) ?? [])).map((slice) => ({
    ...{ address: addressOfMig(card, slice.uuid), model: `${model} MIG ${slice.profile}`, uuid: slice.uuid },
    slice: { card, profile: slice.profile, onDemand: false },
  }));
}

/** More than a card makes of any profile: a server that tells more is not believed. */
const MOST_SLICES = 256;

/** While a card has made a device, its other profiles are told as unavailable, so a profile's own maximum counts. */
function mediatedOf({ address: card, model }: HostGpu, { mdev, sriov }: Card): HostGpu[] {
  const makers = [mdev ?? {}, ...(sriov?.vfs ?? []).map((each) => each.mdev ?? {})];
  const types = [...new Set(makers.flatMap((each) => Object.keys(each)))].toSorted((a, b) => (a < b ? -1 : 1));
  return types.flatMap((type) => {
    const told = makers.flatMap((each) => each[type] ?? []);
    const made = told.reduce((total, { available, devices }) => total + available + devices.length, 0);
    const most = Number(/\bmax_instance=(\d{1,4})\b/.exec(told[0]?.description ?? "")?.[1] ?? made);
    const profile = told[0]?.name || type;
    return Array.from({ length: Math.min(most, MOST_SLICES) }, (_, n) => ({
      ...{ address: addressOfMdev(card, type, n + 1), model: `${model} ${profile}`, uuid: null },
      slice: { card, profile, onDemand: true },
    }));
  });
}

const Alone = z.object({ environment: z.object({ server_name: z.string() }) });

/** Describes the GPUs of a single server, or of each member of a cluster. */
export async function inspectGpus(site: LxdSite, signal: AbortSignal): Promise<InspectedHost[]> {
  const { client } = site;
  const migOfHost = await readMigSlices(site, signal);
  if (!(await isCluster(client, signal))) {
    const { server_name: name } = (await client.get("", Alone, signal)).environment;
    return [{ name, online: true, ...(await cardsOf(site, {}, migOfHost(name), signal)) }];
  }
  const hosts: InspectedHost[] = [];
  for (const { server_name: name, status } of await membersOf(client, signal)) {
    const online = status === "Online";
    const cards = online ? await cardsOf(site, { target: name }, migOfHost(name), signal) : { gpus: null, notes: [] };
    hosts.push({ name, online, ...cards });
  }
  return hosts;
}

async function cardsOf(
  site: LxdSite,
  place: Place,
  mig: MigSlices,
  signal: AbortSignal,
): Promise<{ readonly gpus: InspectedGpu[]; readonly notes: string[] }> {
  const { gpu, pci } = await resourcesOf(site, place, signal);
  const groups = new Map(pci.devices.map(({ pci_address, iommu_group }) => [pci_address, iommu_group]));
  const gpus = gpu.cards.flatMap((card) =>
    gpusOfCard(site, card, mig).map((known) => ({
      ...known,
      driver: driverOf(card),
      iommuGroup: groups.get(cardOf(known.address)) ?? null,
    })),
  );
  const ofMakers = gpu.cards.filter(({ vendor_id: vendor = "" }) => MAKERS.has(vendor));
  return { gpus, notes: [...notesOn(site, ofMakers, gpus), ...notesOnMig(site, ofMakers, mig)] };
}

/** NVIDIA's driver tells its own version, which the kernel's module may lack. */
function driverOf({ driver, driver_version: version, nvidia }: Card): string | null {
  if (!driver) return null;
  return [driver, nvidia?.nvrm_version || version || ""].join(" ").trim();
}

function notesOn({ instanceType }: LxdSite, cards: readonly Card[], gpus: readonly InspectedGpu[]): string[] {
  const unsold = cards.filter((card) => wholeOf(card).length === 0);
  const bare = cards.filter((card) => card.vendor_id === NVIDIA && !card.nvidia?.model && wholeOf(card).length > 0);
  const ofNvidia = cards.some(({ vendor_id: vendor }) => vendor === NVIDIA);
  const addresses = (which: readonly { readonly pci_address?: string | undefined }[]) =>
    which.map(({ pci_address: address }) => address ?? "one without an address").join(", ");
  const isMachine = instanceType === "virtual-machine";
  return [
    ...(unsold.length === 0
      ? []
      : [`Not sold, because the server tells no address or no model: ${addresses(unsold)}.`]),
    ...(bare.length === 0 || isMachine
      ? []
      : [
          `The server does not hear from NVIDIA's driver at ${addresses(bare)}: install it on the host. Until then the ` +
            "model is the name in the PCI database, and containers cannot use the card.",
        ]),
    ...(ofNvidia && !isMachine
      ? [
          "The server does not tell whether NVIDIA's container toolkit (libnvidia-container) is on the host: a container " +
            "that starts with the card shows it, so use --try.",
        ]
      : []),
    ...(isMachine && gpus.some(({ iommuGroup }) => iommuGroup === null)
      ? [
          "The server tells no IOMMU group for some cards: a virtual machine can have a card only where the firmware and " +
            "the kernel have IOMMU turned on (intel_iommu=on or amd_iommu=on).",
        ]
      : []),
  ];
}

function notesOnMig({ instanceType }: LxdSite, cards: readonly Card[], { ofCard, unread }: MigSlices): string[] {
  const known = new Map(cards.map(({ nvidia, pci_address: address }) => [nvidia?.uuid, address]));
  const divided = [...ofCard].filter(([, slices]) => slices.length > 0).map(([uuid]) => uuid);
  const strange = divided.filter((uuid) => !known.has(uuid));
  const whole = instanceType === "container" ? [] : divided.flatMap((uuid) => known.get(uuid) ?? []);
  return [
    ...unread.map((line) => `This line of nvidia-smi -L names no MIG slice that can be sold: ${line}.`),
    ...strange.map(
      (uuid) =>
        `The MIG slices of ${uuid} are not sold, because the server tells no card of that uuid: NVIDIA's container ` +
        "toolkit must be on the host, and the output of nvidia-smi -L that of this host.",
    ),
    ...whole.map(
      (address) =>
        `Not sold, because it is divided into MIG slices, which virtual machines cannot have: ${address}. Turn MIG off, ` +
        "and unset the key of the project.",
    ),
  ];
}
