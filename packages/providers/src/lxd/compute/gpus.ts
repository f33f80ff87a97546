// The GPUs of an instance: devices of type `gpu` that name a card of its host, or a slice of one (docs/gpu.md).
import type { InstanceSize } from "../../ports/compute-port.ts";
import { cardOf, NVIDIA } from "../../ports/gpus.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { addressIn, deviceOf, kindOf } from "../gpu-slices.ts";
import { ownInstances } from "../instances.ts";
import type { LxdDevice, LxdInstance } from "../lxd-instance.ts";
import type { LxdSite, Place } from "../lxd-site.ts";
import { resourcesOf } from "../site/lxd-site-port.ts";

/** What makes an instance have its GPUs. */
export interface GpuParts {
  readonly devices: Readonly<Record<string, LxdDevice>>;
  readonly config: Readonly<Record<string, string>>;
}

/** NVIDIA's container toolkit brings the driver's libraries of the host into a container. */
const RUNTIME = "nvidia.runtime";

/**
 * The devices of an instance's GPUs, and whether it needs NVIDIA's runtime. LXD itself would give one GPU to several
 * instances.
 * @param name the instance's name at the server
 * @throws ProviderError `site_full` where its host has not told as many, or where another instance has one of them
 */
export async function gpuPartsOf(
  site: LxdSite,
  name: string,
  { gpus, gpuCount }: Pick<InstanceSize, "gpus" | "gpuCount">,
  place: Place,
  signal: AbortSignal,
): Promise<GpuParts> {
  if (gpuCount === 0) return { devices: {}, config: {} };
  if (gpus.length < gpuCount) throw noGpu("The host of the VM does not have the GPUs of this plan");
  const wrong = gpus.find((gpu) => !canHave(site, gpu));
  if (wrong !== undefined) throw notForSuch(site, wrong);
  for (const other of await ownInstances(site, signal)) {
    const taken =
      other.name === name || !isAt(other, place)
        ? undefined
        : gpusOf(other).find((theirs) => gpus.some((gpu) => excludes(theirs, gpu)));
    if (taken !== undefined) throw noGpu(`Another machine of the site has the GPU ${taken}`);
  }
  const { gpu } = await resourcesOf(site, place, signal);
  const addresses = new Set(gpus.map(cardOf));
  const cards = gpu.cards.filter(({ pci_address: address = "" }) => addresses.has(address));
  // Virtual machines have a driver of their own.
  const needsRuntime =
    site.instanceType === "container" &&
    (gpus.some((each) => kindOf(each) === "mig") || cards.some(({ vendor_id: vendor }) => vendor === NVIDIA));
  return { devices: Object.fromEntries(gpus.map(deviceOf)), config: needsRuntime ? { [RUNTIME]: "true" } : {} };
}

/** The same GPU, or a slice and its whole card. */
function excludes(one: string, other: string): boolean {
  return one === other || (cardOf(one) === cardOf(other) && (one === cardOf(one) || other === cardOf(other)));
}

/** LXD and Incus give MIG slices to containers, and mediated devices to virtual machines. */
function canHave({ instanceType }: LxdSite, gpu: string): boolean {
  return kindOf(gpu) !== (instanceType === "container" ? "mdev" : "mig");
}

function notForSuch({ instanceType }: LxdSite, gpu: string): ProviderError {
  const [machines, slices] =
    instanceType === "container" ? ["containers", "mediated devices"] : ["virtual machines", "MIG slices"];
  return new ProviderError(
    "unsupported_by_site",
    `The machines of this site are ${machines}, which cannot have ${slices} such as ${gpu}; choose another plan or site.`,
    { retryable: false },
  );
}

/** Changes that take the GPUs of an instance away. A device of type `none` is no device. */
export function withoutGpus({ devices, config }: Pick<LxdInstance, "devices" | "config">): GpuParts {
  const names = Object.keys(devices).filter((device) => devices[device]?.type === "gpu");
  return {
    devices: Object.fromEntries(names.map((device) => [device, { type: "none" }])),
    config: names.length > 0 && config[RUNTIME] !== undefined ? { [RUNTIME]: "" } : {},
  };
}

function isAt({ location }: LxdInstance, { target }: Place): boolean {
  return target === undefined || location === target;
}

/** The addresses of an instance's GPUs. */
export function gpusOf({ devices }: Pick<LxdInstance, "devices">): string[] {
  return Object.entries(devices).flatMap(([name, device]) => addressIn(name, device) ?? []);
}

function noGpu(reason: string): ProviderError {
  return new ProviderError("site_full", `${reason}; try again later, or create the VM at another site.`, {
    retryable: false,
  });
}
