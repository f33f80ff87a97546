import { procedures } from "@fulmar/libvirt-rpc";
import type { LibvirtSite } from "../libvirt-site.ts";
import { sizeOf } from "../machine/definition.ts";
import { ownMachines } from "../machine/machines.ts";
import { askHosts, type SiteHost, unanswered } from "./site-hosts.ts";

/**
 * The host to make a machine on: the one with that name, or the one with the most memory that is promised to nobody.
 * @throws ProviderError, retryable, while it does not answer
 */
export async function hostFor(site: LibvirtSite, name: string | null, signal: AbortSignal): Promise<SiteHost> {
  const [only] = site.hosts;
  if (only !== undefined && site.hosts.length === 1) {
    if (name !== null) await requireKnown(only, name, signal);
    return only;
  }
  if (name !== null) return answeringHost(site, name, signal);
  const free = await freeMemory(site, signal);
  const [best] = free.toSorted((a, b) => b.freeMb - a.freeMb);
  if (best === undefined) throw unanswered();
  return best.host;
}

/**
 * Another host than the only one was added just now, by another process. This one knows it in a moment.
 * @throws ProviderError, retryable
 */
export async function requireKnown(only: SiteHost, name: string, signal: AbortSignal): Promise<void> {
  if ((await only.name(signal)) !== name) throw unanswered();
}

/** A host by its name. @throws ProviderError, retryable, while it does not answer */
export async function answeringHost(site: LibvirtSite, name: string, signal: AbortSignal): Promise<SiteHost> {
  const host = site.hosts.find(({ knownName }) => knownName === name);
  if (host === undefined || !(await host.answers(signal, { anew: true }))) throw unanswered();
  return host;
}

async function freeMemory(site: LibvirtSite, signal: AbortSignal) {
  const machines = await ownMachines(site, signal);
  const { told } = await askHosts(
    site.hosts,
    ({ client }) => client.call(procedures.nodeGetInfo, undefined, signal),
    signal,
  );
  return told.map(({ host, answer: { memoryKib } }) => {
    const promised = machines
      .filter((machine) => machine.host === host)
      .reduce((total, { definition }) => total + sizeOf(definition).ramMb, 0);
    return { host, freeMb: Number(memoryKib / 1024n) - promised };
  });
}
