// The GPUs in the definition of a machine: `hostdev` elements, with names of ours (https://libvirt.org/formatdomain.html).
import { cardOf } from "../../ports/gpus.ts";
import { fitPorts } from "../machine/definition.ts";
import { childrenOf, element, find, type XmlElement } from "../xml/xml-document.ts";
import type { GivenGpu } from "./host-gpus.ts";
import { addressesIn } from "./node-devices.ts";

/** A name that a user gives begins so. After it comes the GPU, and what else is given with it. */
const ALIAS = /^ua-gpu-([0-9a-f]{4,8})-([0-9a-f]{2})-([0-9a-f]{2})-([0-7])(?:-([0-9a-f-]{36}))?(-with-.*)?$/;

/** The name of the device of a GPU. libvirt takes letters, digits, `-` and `_`. */
function aliasOf(address: string): string {
  return `ua-gpu-${address.replaceAll(/[:./]/g, "-")}`;
}

/** The GPU that a device is of, and whether it is the GPU itself. */
function gpuOf(hostdev: XmlElement): { readonly address: string; readonly isWith: boolean } | undefined {
  const named = ALIAS.exec(find(hostdev, "alias")?.attributes.get("name") ?? "");
  if (named === null) return undefined;
  const [, domain, bus, slot, fn, uuid, beside] = named;
  const card = `${domain}:${bus}:${slot}.${fn}`;
  return { address: uuid === undefined ? card : `${card}/${uuid}`, isWith: beside !== undefined };
}

function hostdevsOf(definition: XmlElement): XmlElement[] {
  const devices = find(definition, "devices");
  return devices === undefined ? [] : childrenOf(devices, "hostdev");
}

/** The addresses of the GPUs that we gave a machine. */
export function gpusOf(definition: XmlElement): string[] {
  return hostdevsOf(definition).flatMap((hostdev) => {
    const gpu = gpuOf(hostdev);
    return gpu === undefined || gpu.isWith ? [] : [gpu.address];
  });
}

/** What of its host a machine has, whoever gave it: PCI addresses, and uuids of mediated devices. */
export function hostDevicesOf(definition: XmlElement): string[] {
  return hostdevsOf(definition).flatMap((hostdev) => {
    const source = find(hostdev, "source");
    const kind = hostdev.attributes.get("type");
    if (kind === "pci") return addressesIn(source);
    const uuid = kind === "mdev" ? source && find(source, "address")?.attributes.get("uuid") : undefined;
    return uuid === undefined ? [] : [uuid.toLowerCase()];
  });
}

/** What of its host a GPU is. */
export function hostDevicesOfGpu({ slice, uuid, functions }: Pick<GivenGpu, "slice" | "uuid" | "functions">): string[] {
  return slice === undefined || uuid === null ? [...functions] : [uuid];
}

/**
 * Gives a definition these GPUs and no others of ours. Those that it has keep their places. Changes the definition.
 * @param kept the addresses of GPUs that it has and keeps
 */
export function setGpus(definition: XmlElement, added: readonly GivenGpu[], kept: ReadonlySet<string>): void {
  const devices = find(definition, "devices");
  if (devices === undefined) return;
  const surplus = new Set<unknown>(
    childrenOf(devices, "hostdev").filter((hostdev) => {
      const gpu = gpuOf(hostdev);
      return gpu !== undefined && !kept.has(gpu.address);
    }),
  );
  devices.children = [...devices.children.filter((child) => !surplus.has(child)), ...added.flatMap(elementsOf)];
  fitPorts(definition, hostdevsOf(definition).length);
}

function elementsOf(gpu: GivenGpu): XmlElement[] {
  const name = aliasOf(gpu.address);
  if (gpu.slice !== undefined) {
    return [
      element(
        "hostdev",
        { mode: "subsystem", type: "mdev", managed: "no", model: "vfio-pci" },
        element("source", {}, element("address", { uuid: gpu.uuid ?? "" })),
        element("alias", { name }),
      ),
    ];
  }
  return gpu.functions.map((address) => {
    const [, domain, bus, slot, fn] = /^([^:]+):([^:]+):([^.]+)\.(.+)$/.exec(address) ?? [];
    const source = { domain: `0x${domain}`, bus: `0x${bus}`, slot: `0x${slot}`, function: `0x${fn}` };
    return element(
      "hostdev",
      // libvirt takes the device from its driver when the machine starts, and gives it back.
      { mode: "subsystem", type: "pci", managed: "yes" },
      element("source", {}, element("address", source)),
      element("alias", { name: address === cardOf(gpu.address) ? name : `${name}-with-${fn}` }),
    );
  });
}
