// The start of a machine, in which the host takes its GPUs from their drivers.
import { type Domain, LibvirtError, procedures } from "@fulmar/libvirt-rpc";
import { ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtClient } from "../client/libvirt-client.ts";

/**
 * Starts a machine.
 * @throws ProviderError as other calls, and where the host cannot give the machine its GPUs
 */
export async function startMachine(
  client: Pick<LibvirtClient, "callApart">,
  domain: Domain,
  signal: AbortSignal,
): Promise<void> {
  try {
    await client.callApart(procedures.domainCreate, { domain, flags: 0 }, signal);
  } catch (error) {
    throw gpuRefusal(error) ?? error;
  }
}

/** libvirt's and QEMU's own words about devices of the host, and ours. The first that fits counts. */
const REFUSALS: readonly (readonly [words: RegExp, code: string, message: string])[] = [
  [
    /(PCI|mediated) device \S+ is in use/i,
    "site_full",
    "Another machine of the host uses a GPU of this VM; stop the VM that has it, or try again later.",
  ],
  [
    /host doesn't support (VFIO|passthrough)|requires VFIO support|failed to open \/dev\/vfio|No IOMMU found/i,
    "unsupported_by_site",
    "The host cannot give VMs its GPUs; the cloud's operator has to turn on its IOMMU (admin gpu check tells more).",
  ],
  [
    /is not viable|IOMMU group .* in use|devices within the iommu_group/i,
    "unsupported_by_site",
    "The host uses other devices of the IOMMU group of this VM's GPU; the cloud's operator has to free them (admin gpu " +
      "check tells which).",
  ],
  [
    /Device \S+ not found: could not access|mediated device '?\S+ not found|(PCI|mediated) device .* not found/i,
    "site_full",
    "The host no longer has a GPU of this VM; resize the VM, or create another one.",
  ],
];

/** What a refusal of a start says of a device of the host. Undefined for others. */
export function gpuRefusal(error: unknown): ProviderError | undefined {
  if (!(error instanceof ProviderError) || !(error.cause instanceof LibvirtError)) return undefined;
  const said = error.cause.message;
  const known = REFUSALS.find(([words]) => words.test(said));
  return known && new ProviderError(known[1], known[2], { retryable: false, cause: error });
}
