import { z } from "zod";
import { ProviderError } from "../../ports/provider-error.ts";
import type { ImageSource } from "../../ports/provider-kind.ts";
import type { SiteReport } from "../../ports/site-port.ts";
import { switchOff } from "../compute/instance-life.ts";
import { askEveryHost, askHosts, type SiteHost } from "../hosts/site-hosts.ts";
import { SITE_MARK } from "../hosts/storage-door.ts";
import { catalogSubject } from "../images/stored-image.ts";
import { uploadImage } from "../images/upload-image.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { undefineWhole } from "../machine/change-machine.ts";
import { machinesOn } from "../machine/machines.ts";
import { unusedOf } from "../machine/usage.ts";
import { makeHome } from "../network/home.ts";
import { removeNetworks } from "../network/remove-networks.ts";
import { imageFile } from "../storage/names.ts";
import { refresh } from "../storage/pool.ts";
import { readRecord, recordOf, writeRecord } from "../storage/records.ts";
import { deleteStored, namesIn } from "../storage/stored-names.ts";
import { requireFirmware, requireTpm } from "./hypervisor.ts";
import { inspectSite } from "./inspect-site.ts";
import { findPool, makePool, markOf, markPool } from "./site-pool.ts";

/**
 * Prepares a host as a site: its pool, a folder of the site's own, is created if it is missing. Hosts that were added have
 * theirs. Repeatable.
 * @throws ProviderError with a sentence for the operator
 */
export async function prepareSite(site: LibvirtSite, signal: AbortSignal): Promise<SiteReport> {
  const fits = async (host: SiteHost) => {
    await requireFirmware(site, host, signal);
    await requireTpm(site, host, signal);
  };
  await askHosts(site.hosts, fits, signal);
  await makePool(site, signal);
  await markPool(site, signal);
  await site.disks.prepare(signal);
  await makeNetworks(site, signal);
  return inspectSite(site, signal);
}

async function makeNetworks(site: LibvirtSite, signal: AbortSignal): Promise<void> {
  try {
    await makeHome(site, signal);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== "provider_unavailable") throw error;
    throw new ProviderError(
      "site_unfit",
      "OVN's northbound database does not answer. The host needs the packages ovn-central, ovn-host and " +
        "openvswitch-switch, and elsewhere than on the worker's host it has to listen with TLS (docs/kvm.md).",
      { retryable: true, cause: error },
    );
  }
}

/**
 * Uploads an image into the pool. Repeatable: an image that is there stays, and one that was interrupted is begun again.
 * @returns its name at the host
 */
export async function importImage(
  site: LibvirtSite,
  templateId: string,
  source: ImageSource,
  signal: AbortSignal,
): Promise<string> {
  if ("alias" in source) {
    throw new ProviderError("image_not_found", "A host has no images of its own; give the file of one.", {
      retryable: false,
    });
  }
  const name = imageFile(templateId);
  if ((await readRecord(site, catalogSubject(templateId), z.object({}), signal)) !== undefined) return name;
  await uploadImage(site, name, source.file, signal);
  await writeRecord(site, catalogSubject(templateId), { madeAt: new Date().toISOString() }, signal);
  return name;
}

/**
 * Removes the machines and networks of a site and the files of its pool. The folder and the pool stay. Repeatable.
 * @throws ProviderError with what the server said
 */
export async function removeSite(
  site: LibvirtSite,
  signal: AbortSignal,
): Promise<{ readonly projectRemoved: boolean }> {
  const machines = await askEveryHost(site.hosts, (host) => machinesOn(site, host, signal), signal);
  for (const machine of machines.flat()) {
    await switchOff(machine, signal);
    await undefineWhole(machine, signal);
  }
  const [first] = site.hosts;
  if (first === undefined || (await findPool(first, site.pool, signal)) === undefined) {
    await removeNetworks(site, signal);
    return { projectRemoved: true };
  }
  const mark = await markOf(site, signal);
  await refresh(site, signal);
  const files = await namesIn(site, signal);
  const unused = new Set(await unusedOf(site, files, signal));
  // A machine that was released keeps its network, and its disk the image that it is on.
  if (files.some((name) => isOurs(name) && !unused.has(name))) return { projectRemoved: false };
  await removeNetworks(site, signal);
  if (mark?.siteId !== site.siteId) return { projectRemoved: files.length === 0 };
  // The mark goes last, so that a removal that was interrupted goes on.
  const [marks, others] = [
    files.filter((name) => recordOf(name) === SITE_MARK),
    files.filter((name) => recordOf(name) !== SITE_MARK),
  ];
  await deleteStored(site, others.filter(isOurs), signal);
  await site.disks.release(signal);
  await deleteStored(site, marks, signal);
  return { projectRemoved: others.every(isOurs) };
}

/** Whether a file of the pool is named as we name ours. Others are left where they are. */
function isOurs(name: string): boolean {
  return (
    recordOf(name) !== undefined ||
    /^[^.]+\.(image|root-\w+|rescue|volume(-\w+)?|[^.]+\.(snapshot|copy|export))\.qcow2$|^[^.]+\.(seed\.iso|vars-\w+\.fd|console\.log(\.\d+)?)$/.test(
      name,
    )
  );
}
