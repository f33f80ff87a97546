import { posix } from "node:path";
import { askEveryHost } from "../hosts/site-hosts.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { isDisk } from "../storage/names.ts";
import { folderOf } from "../storage/pool.ts";
import { childrenOf, type XmlElement } from "../xml/xml-document.ts";
import { rbdPathsIn } from "./disk-source.ts";
import { nextDefinitionOf, ofDomains } from "./read-machine.ts";

/** What a definition names: disks, those in Ceph, too, CDs, logs and variables of firmware. */
export function filesIn(element: XmlElement): string[] {
  return [...filesOf(element, ["source", "log"]), ...rbdPathsIn(element)];
}

function filesOf(element: XmlElement, names: readonly string[]): string[] {
  const file = element.attributes.get("file");
  const own = names.includes(element.name) && file !== undefined ? [file] : [];
  const text = element.name === "nvram" ? element.children.filter((child) => typeof child === "string") : [];
  return [...own, ...text, ...childrenOf(element).flatMap((child) => filesOf(child, names))];
}

/** The files that a definition needs and that are not in a folder. A log begins anew elsewhere. */
export function filesOutside(definition: XmlElement, folder: string): string[] {
  return filesOf(definition, ["source"]).filter((file) => posix.dirname(file) !== folder);
}

/**
 * The names of the machines of all hosts, ours or not, that have each file.
 * @throws ProviderError, retryable, while a host is silent
 */
async function usersOfFiles(site: LibvirtSite, signal: AbortSignal): Promise<Map<string, string[]>> {
  const machines = await askEveryHost(
    site.hosts,
    (host) =>
      ofDomains(
        host,
        async (domain) => ({ domain, files: filesIn(await nextDefinitionOf({ host, domain }, signal)) }),
        signal,
      ),
    signal,
  );
  return usersIn(machines.flat());
}

/** The names of the machines that have each file. A path counts as the same file on all hosts. */
export function usersIn(
  machines: readonly { readonly domain: { readonly name: string }; readonly files: readonly string[] }[],
): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const { domain, files } of machines)
    for (const file of new Set(files)) users.set(file, [...(users.get(file) ?? []), domain.name]);
  return users;
}

/** Those of the files and disks of the site that no machine of its hosts has. @throws ProviderError while one is silent */
export async function unusedOf(site: LibvirtSite, names: readonly string[], signal: AbortSignal): Promise<string[]> {
  if (names.length === 0) return [];
  const [users, folder] = [await usersOfFiles(site, signal), await folderOf(site, signal)];
  const pathOf = (name: string) => (isDisk(name) ? site.disks.pathOf(name, signal) : posix.join(folder, name));
  const paths = await Promise.all(names.map(pathOf));
  return names.filter((_, index) => !users.has(paths[index] ?? ""));
}
