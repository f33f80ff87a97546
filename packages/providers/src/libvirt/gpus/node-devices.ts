// Devices of a host as libvirt tells them (https://libvirt.org/formatnode.html).
import { procedures } from "@fulmar/libvirt-rpc";
import type { LibvirtClient } from "../client/libvirt-client.ts";
import { says } from "../client/libvirt-refusal.ts";
import { childrenOf, find, readXml, textAt, type XmlElement } from "../xml/xml-document.ts";

export interface PciDevice {
  /** Such as `0000:17:00.0`. */
  readonly address: string;
  /** Base class, subclass and interface in 24 bits (PCI Code and ID Assignment Specification). */
  readonly classCode: number;
  /** Four hexadecimal digits. */
  readonly vendor: string;
  /** Its name in the host's PCI database; undefined where that does not have it. */
  readonly product: string | undefined;
  /** Of the kernel; null for a device without one. */
  readonly driver: string | null;
  /** Null where the host has no IOMMU. */
  readonly group: { readonly number: number; readonly members: readonly string[] } | null;
  /** The device whose virtual function it is. */
  readonly physicalFunction: string | null;
  readonly virtualFunctions: readonly string[];
  /** The profiles of mediated devices that it makes, by the kernel's name of their type. */
  readonly mediatedTypes: ReadonlyMap<string, string>;
}

/** A mediated device that exists. */
export interface MediatedDevice {
  readonly uuid: string;
  /** The kernel's name of its type, such as `nvidia-222`. */
  readonly type: string;
  /** The address of the PCI device that makes it. */
  readonly parent: string;
}

export interface NodeDevices {
  readonly pci: readonly PciDevice[];
  readonly mediated: readonly MediatedDevice[];
}

/** The devices of a host. Undefined where its server does not tell them. One that is removed meanwhile is left out. */
export async function readNodeDevices(
  client: Pick<LibvirtClient, "call">,
  signal: AbortSignal,
): Promise<NodeDevices | undefined> {
  const wanted = { wanted: 1, flags: procedures.PCI_DEVICES | procedures.MEDIATED_DEVICES };
  try {
    const { devices } = await client.call(procedures.listAllNodeDevices, wanted, signal);
    const documents = await Promise.all(
      devices.map(async ({ name }) => {
        try {
          return (await client.call(procedures.nodeDeviceGetXml, { name, flags: 0 }, signal)).xml;
        } catch (error) {
          if (says(error, "noNodeDevice")) return undefined;
          throw error;
        }
      }),
    );
    return nodeDevicesIn(documents.filter((document) => document !== undefined));
  } catch (error) {
    // A part of libvirt of its own may tell them, and be missing or down.
    if (says(error, "noSupport", "systemError")) return undefined;
    throw error;
  }
}

/** The devices that documents describe, in the order of their addresses and uuids. */
export function nodeDevicesIn(documents: readonly string[]): NodeDevices {
  const devices = documents.map(readXml);
  const pci = devices.flatMap((device) => pciDeviceIn(device) ?? []);
  const mediated = devices.flatMap((device) => mediatedDeviceIn(device) ?? []);
  return {
    pci: pci.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    mediated: mediated.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)),
  };
}

function capabilityOf(from: XmlElement, type: string): XmlElement | undefined {
  return childrenOf(from, "capability").find((capability) => capability.attributes.get("type") === type);
}

function pciDeviceIn(device: XmlElement): PciDevice | undefined {
  const pci = capabilityOf(device, "pci");
  if (pci === undefined) return undefined;
  const [domain, bus, slot, fn] = ["domain", "bus", "slot", "function"].map((part) => textAt(pci, part));
  const group = find(pci, "iommuGroup");
  const [physical, virtual, types] = ["phys_function", "virt_functions", "mdev_types"].map((type) =>
    capabilityOf(pci, type),
  );
  const typeElements = types === undefined ? [] : childrenOf(types, "type");
  return {
    address: pciAddress(domain, bus, slot, fn),
    classCode: Number(textAt(pci, "class") ?? 0),
    vendor: (find(pci, "vendor")?.attributes.get("id") ?? "").replace(/^0x/, "").toLowerCase(),
    product: textAt(pci, "product")?.trim() || undefined,
    driver: textAt(device, "driver", "name") ?? null,
    group: group === undefined ? null : { number: Number(group.attributes.get("number")), members: addressesIn(group) },
    physicalFunction: addressesIn(physical)[0] ?? null,
    virtualFunctions: addressesIn(virtual),
    mediatedTypes: new Map(
      typeElements.map((type) => {
        const id = type.attributes.get("id") ?? "";
        return [id, textAt(type, "name") || id];
      }),
    ),
  };
}

/** `mdev_3627463d_b7f0_4fea_b468_f1da537d301b`; libvirt before 7.8 tells the uuid nowhere else. */
const MEDIATED_NAME = /^mdev_([0-9a-f]{8}(?:_[0-9a-f]{4}){3}_[0-9a-f]{12})/i;
const PCI_NAME = /^pci_([0-9a-f]{4,8})_([0-9a-f]{2})_([0-9a-f]{2})_([0-7])$/i;

function mediatedDeviceIn(device: XmlElement): MediatedDevice | undefined {
  const mediated = capabilityOf(device, "mdev");
  if (mediated === undefined) return undefined;
  const named = MEDIATED_NAME.exec(textAt(device, "name") ?? "")?.[1]?.replaceAll("_", "-");
  const uuid = (textAt(mediated, "uuid") ?? named)?.toLowerCase();
  const parent = PCI_NAME.exec(textAt(device, "parent") ?? "");
  const type = find(mediated, "type")?.attributes.get("id");
  if (uuid === undefined || type === undefined || parent === null) return undefined;
  const [, domain, bus, slot, fn] = parent;
  return { uuid, type, parent: `${domain}:${bus}:${slot}.${fn}`.toLowerCase() };
}

/** The PCI addresses of an element's children. */
export function addressesIn(element: XmlElement | undefined): string[] {
  if (element === undefined) return [];
  return childrenOf(element, "address").map(({ attributes }) =>
    pciAddress(attributes.get("domain"), attributes.get("bus"), attributes.get("slot"), attributes.get("function")),
  );
}

/** An address as the kernel writes it, from numbers in decimal, or hexadecimal after `0x`. */
function pciAddress(
  domain: string | undefined,
  bus: string | undefined,
  slot: string | undefined,
  fn: string | undefined,
): string {
  const hex = (number: string | undefined, length: number) =>
    Number(number ?? 0)
      .toString(16)
      .padStart(length, "0");
  return `${hex(domain, 4)}:${hex(bus, 2)}:${hex(slot, 2)}.${hex(fn, 1)}`;
}
