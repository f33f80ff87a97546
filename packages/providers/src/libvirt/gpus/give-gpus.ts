// Which GPUs a machine gets: those that the rows chose, if the host has them and nobody else does.
import { procedures } from "@fulmar/libvirt-rpc";
import type { InstanceSize } from "../../ports/compute-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtClient } from "../client/libvirt-client.ts";
import { says } from "../client/libvirt-refusal.ts";
import { readXml, type XmlElement } from "../xml/xml-document.ts";
import { type GivenGpu, readHostGpus } from "./host-gpus.ts";
import { gpusOf, hostDevicesOf, hostDevicesOfGpu, setGpus } from "./machine-gpus.ts";

/**
 * Gives a definition the GPUs of its size. Those that it has stay. Changes the definition.
 * @param name the machine's name at the host
 * @throws ProviderError `site_full` where the host has not told as many, or another machine has one of them
 */
export async function giveGpus(
  client: Pick<LibvirtClient, "call">,
  { name, definition }: { readonly name: string; readonly definition: XmlElement },
  { gpus, gpuCount }: Pick<InstanceSize, "gpus" | "gpuCount">,
  signal: AbortSignal,
): Promise<void> {
  const wanted = new Set(gpuCount === 0 ? [] : gpus);
  if (wanted.size < gpuCount) throw noGpu("The host of the VM does not have the GPUs of this plan");
  const present = new Set(gpusOf(definition));
  const missing = [...wanted].filter((address) => !present.has(address));
  const added = missing.length === 0 ? [] : await freeGpus(client, name, missing, signal);
  setGpus(definition, added, wanted);
}

async function freeGpus(
  client: Pick<LibvirtClient, "call">,
  name: string,
  wanted: readonly string[],
  signal: AbortSignal,
): Promise<GivenGpu[]> {
  const told = new Map((await readHostGpus(client, signal)).gpus.map((gpu) => [gpu.address, gpu]));
  const taken = await devicesOfOthers(client, name, signal);
  return wanted.map((address) => {
    const gpu = told.get(address);
    if (gpu === undefined) throw noGpu(`The host of the VM does not have the GPU ${address}`);
    if (hostDevicesOfGpu(gpu).some((device) => taken.has(device)))
      throw noGpu(`Another machine of the site has the GPU ${address}`);
    return gpu;
  });
}

/** virDomainXMLFlags: the definition, in place of the run. */
const INACTIVE = 2;

/** What of the host other machines have, whoever made them, in their runs and from their next start. */
async function devicesOfOthers(
  client: Pick<LibvirtClient, "call">,
  own: string,
  signal: AbortSignal,
): Promise<Set<string>> {
  const { domains } = await client.call(procedures.listAllDomains, { wanted: 1, flags: 0 }, signal);
  const others = domains.filter(({ name }) => name !== own);
  const devices = await Promise.all(
    others.flatMap((domain) =>
      [0, INACTIVE].map(async (flags) => {
        try {
          return hostDevicesOf(readXml((await client.call(procedures.domainGetXml, { domain, flags }, signal)).xml));
        } catch (error) {
          if (says(error, "noDomain")) return [];
          throw error;
        }
      }),
    ),
  );
  return new Set(devices.flat());
}

function noGpu(reason: string): ProviderError {
  return new ProviderError("site_full", `${reason}; try again later, or create the VM at another site.`, {
    retryable: false,
  });
}
