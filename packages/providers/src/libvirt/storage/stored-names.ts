import type { LibvirtSite } from "../libvirt-site.ts";
import { isDisk } from "./names.ts";
import { deleteFiles, filesIn } from "./pool.ts";

/** The names of all that a site stores: the files of its pool, and its disks. */
export async function namesIn(site: LibvirtSite, signal: AbortSignal): Promise<string[]> {
  const files = (await filesIn(site, signal)).map(({ name }) => name);
  return [...files, ...(await site.disks.list(signal))];
}

/** Deletes files and disks in their order. They may be gone. */
export async function deleteStored(site: LibvirtSite, names: readonly string[], signal: AbortSignal): Promise<void> {
  for (const name of names) {
    if (isDisk(name)) await site.disks.delete([name], signal);
    else await deleteFiles(site, [name], signal);
  }
}
