// The GPUs of a host, as its server tells them in `/1.0/resources` (docs/gpu.md).
import { z } from "zod";
import type { HostGpu, InspectedGpu, InspectedHost } from "../../ports/host-port.ts";
import { isCluster, type LxdSite, membersOf, type Place } from "../lxd-site.ts";
import { type Card, MAKERS, NVIDIA, resourcesOf } from "./lxd-site-port.ts";

/** The GPU of a card of a host. The driver of NVIDIA names models and units; the PCI database names products. */
export function gpuOf({ pci_address: address, vendor_id: vendor, product, nvidia }: Card): HostGpu[] {
  const model = nvidia?.model || product;
  if (!address || !model || !MAKERS.has(vendor ?? "")) return [];
  return [{ address, model, uuid: nvidia?.uuid || null }];
}

const Alone = z.object({ environment: z.object({ server_name: z.string() }) });

/** Describes the GPUs of a single server, or of each member of a cluster. */
export async function inspectGpus(site: LxdSite, signal: AbortSignal): Promise<InspectedHost[]> {
  const { client } = site;
  if (!(await isCluster(client, signal))) {
    const { server_name: name } = (await client.get("", Alone, signal)).environment;
    return [{ name, online: true, ...(await cardsOf(site, {}, signal)) }];
  }
  const hosts: InspectedHost[] = [];
  for (const { server_name: name, status } of await membersOf(client, signal)) {
    const online = status === "Online";
    const cards = online ? await cardsOf(site, { target: name }, signal) : { gpus: null, notes: [] };
    hosts.push({ name, online, ...cards });
  }
  return hosts;
}

async function cardsOf(
  site: LxdSite,
  place: Place,
  signal: AbortSignal,
): Promise<{ readonly gpus: InspectedGpu[]; readonly notes: string[] }> {
  const { gpu, pci } = await resourcesOf(site, place, signal);
  const groups = new Map(pci.devices.map(({ pci_address, iommu_group }) => [pci_address, iommu_group]));
  const gpus = gpu.cards.flatMap((card) =>
    gpuOf(card).map((known) => ({
      ...known,
      driver: driverOf(card),
      iommuGroup: groups.get(known.address) ?? null,
    })),
  );
  const ofMakers = gpu.cards.filter(({ vendor_id: vendor = "" }) => MAKERS.has(vendor));
  return { gpus, notes: notesOn(site, ofMakers, gpus) };
}

/** NVIDIA's driver tells its own version, which the kernel's module may lack. */
function driverOf({ driver, driver_version: version, nvidia }: Card): string | null {
  if (!driver) return null;
  return [driver, nvidia?.nvrm_version || version || ""].join(" ").trim();
}

function notesOn({ instanceType }: LxdSite, cards: readonly Card[], gpus: readonly InspectedGpu[]): string[] {
  const unsold = cards.filter((card) => gpuOf(card).length === 0);
  const bare = cards.filter((card) => card.vendor_id === NVIDIA && !card.nvidia?.model && gpuOf(card).length > 0);
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
