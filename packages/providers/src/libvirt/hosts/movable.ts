import { ProviderError } from "../../ports/provider-error.ts";
import { requireUefi } from "../compute/firmware.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { diskElements } from "../machine/definition.ts";
import { firmwareIn, hasTpm } from "../machine/firmware.ts";
import { filesOutside } from "../machine/usage.ts";
import { hypervisorOf } from "../site/hypervisor.ts";
import { folderOf } from "../storage/pool.ts";
import { find, type XmlElement } from "../xml/xml-document.ts";
import type { SiteHost } from "./site-hosts.ts";

/**
 * A machine that was adopted may have files of its host alone: a CD, or the variables of its firmware. What a TPM holds is
 * with the host, too, and moves with a run.
 * @param options.runs whether it moves while it runs
 * @throws ProviderError `unsupported_by_site` for a machine that does not start on that host
 */
export async function requireMovable(
  site: LibvirtSite,
  definition: XmlElement,
  target: SiteHost,
  { runs }: { readonly runs: boolean },
  signal: AbortSignal,
): Promise<void> {
  if (firmwareIn(definition) === "uefi") await requireUefi(site, target, signal);
  if (hasTpm(definition)) {
    if (!runs)
      throw unmovable(
        "The VM's host keeps what its TPM holds: the VM moves only while it runs, and waits while that host is away.",
      );
    if (!(await hypervisorOf(site, target, signal)).tpm)
      throw unmovable("The other host emulates no TPM, as the VM has one; install the packages swtpm and swtpm-tools.");
  }
  const outside = filesOutside(definition, await folderOf(site, signal));
  if (outside.length === 0) return;
  throw unmovable(
    `The VM stays on its host, which alone has its files ${outside.join(", ")}; move them to the folder that the hosts ` +
      "share, or rebuild it.",
  );
}

/**
 * What a host has in its cache, another one does not see. Our disks are in none, and those of adopted machines may be.
 * @param run the definition of the run
 * @throws ProviderError `unsupported_by_site`
 */
export function requireUncached(run: XmlElement): void {
  const isCached = (disk: XmlElement) => !UNCACHED.has(find(disk, "driver")?.attributes.get("cache") ?? "");
  if (diskElements(run).some(isCached))
    throw unmovable("The VM's disks are in its host's cache, so it moves only while it is off; stop it first.");
}

const UNCACHED = new Set(["none", "directsync"]);

function unmovable(sentence: string): ProviderError {
  return new ProviderError("unsupported_by_site", sentence, { retryable: false });
}
