import { randomUUID } from "node:crypto";
import { procedures } from "@fulmar/libvirt-rpc";
import { z } from "zod";
import { ProviderError } from "../../ports/provider-error.ts";
import type { HostAdditions, SiteServer } from "../../ports/provider-kind.ts";
import { isSilence, SiteHost } from "../hosts/site-hosts.ts";
import { StorageDoor } from "../hosts/storage-door.ts";
import { onSite } from "../libvirt-provider.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { uuidText } from "../machine/labels.ts";
import { lookFor, machinesOn } from "../machine/machines.ts";
import { copySecret } from "../storage/rbd/ceph-secret.ts";
import { readRecord, removeRecord, writeRecord } from "../storage/records.ts";
import { hostScript } from "./host-script.ts";
import { requireCpuModel, requireFirmware, requireTpm } from "./hypervisor.ts";
import { Endpoint, optionsOf, StoredOptions, whyAlone } from "./site-options.ts";
import { activate, findPool, markOf, pathOfPool, poolXml } from "./site-pool.ts";
import { unfit } from "./unfit.ts";

/** Hosts of a site beside the endpoint's own. All mount one folder as the pool. */
export const hostAdditions: HostAdditions = {
  endpoint: Endpoint.refine((url) => url.startsWith("tls:"), "must begin with tls://, as other hosts reach it, too"),
  whyAlone: ({ url, options }) => whyAlone(url, StoredOptions.parse(options)),
  script(server) {
    requireOthers(server);
    return hostScript(server);
  },
  async add(server, url, signal) {
    requireOthers(server);
    const stored = StoredOptions.parse(server.options);
    return onSite(optionsOf(server), async (site) => {
      const host = new SiteHost({ ...server.endpoint, url });
      try {
        const main = await nameOf(siteHost(site), "site's own host", signal);
        const name = await nameOf(host, `host at ${url}`, signal);
        const others = [{ name: main, url: server.endpoint.url }, ...stored.hosts];
        for (const other of others) {
          if ((other.name === name) !== (other.url === url))
            throw unfit(
              `The site has the host ${other.name} at ${other.url} already: give each host a name of its own.`,
            );
        }
        if (name === main) throw unfit(`The host ${name} is the site's own, which its endpoint names.`);
        await requireCpuModel(host, site.cpuModel, signal);
        await requireFirmware(site, host, signal);
        await requireTpm(site, host, signal);
        if (site.ceph !== null) await copySecret(siteHost(site).client, host.client, site.ceph, signal);
        await sharePool(site, host, name, signal);
        const hosts = [...stored.hosts.filter((other) => other.name !== name), { name, url }];
        return { name, options: { ...stored, host_name: main, hosts } };
      } finally {
        await host.client.close();
      }
    });
  },
  async remove(server, name, signal) {
    const stored = StoredOptions.parse(server.options);
    if (name === stored.host_name)
      throw unfit(`The host ${name} is the site's own, which its endpoint names: it stays as long as the site.`);
    if (!stored.hosts.some((host) => host.name === name)) return stored;
    return onSite(optionsOf(server), async (site) => {
      const host = site.hosts.find(({ knownName }) => knownName === name);
      if (host !== undefined && (await host.answers(signal, { anew: true }))) await leave(site, host, signal);
      return { ...stored, hosts: stored.hosts.filter((other) => other.name !== name) };
    });
  },
};

/** @throws ProviderError for a site that cannot have several hosts */
function requireOthers({ endpoint: { url }, options }: SiteServer): void {
  const why = whyAlone(url, StoredOptions.parse(options));
  if (why !== undefined) throw unfit(why);
}

function siteHost({ hosts: [first] }: LibvirtSite): SiteHost {
  if (first === undefined) throw new Error("A site has a host.");
  return first;
}

async function nameOf(host: SiteHost, called: string, signal: AbortSignal): Promise<string> {
  try {
    return await host.name(AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]));
  } catch (error) {
    signal.throwIfAborted();
    if (!isSilence(error)) throw error;
    throw unfit(
      `The ${called} does not answer by TLS with the site's certificates; run the site's script there (docs/kvm.md).`,
      error,
    );
  }
}

const ANSWER_MS = 20_000;

/** What proves that a folder is the same: a text that was just written by another host. */
const PROOF = "fulmar.proof";
const Proof = z.object({ text: z.string() });

/**
 * Gives a host the pool of the site. What it has there before it is known to be the site's folder is only read.
 * @throws ProviderError when it has another folder
 */
async function sharePool(site: LibvirtSite, host: SiteHost, name: string, signal: AbortSignal): Promise<void> {
  const main = siteHost(site);
  const present = await findPool(main, site.pool, signal);
  const path = present && (await pathOfPool(main, present, signal));
  if (present === undefined || path === undefined) throw unfit("The site has no pool yet: check the site first.");
  const own = await findPool(host, site.pool, signal);
  const isSame = own !== undefined && Buffer.from(own.uuid).equals(present.uuid);
  if (own !== undefined && !(isSame && (await pathOfPool(host, own, signal)) === path)) {
    throw unfit(`The host ${name} has a pool "${site.pool}" that is not the site's; its operator has to undefine it.`);
  }
  const other = `The host ${name} has another folder than the site at ${path}: mount the shared one there.`;
  const xml = poolXml({ name: site.pool, path, uuid: uuidText(present.uuid) });
  const { pool } = await host.client.call(procedures.poolDefineXml, { xml, flags: 0 }, signal);
  try {
    await activate(host, pool, signal).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.retryable) throw error;
      throw unfit(other, error);
    });
    const text = randomUUID();
    await writeRecord(site, PROOF, { text }, signal);
    const seen: LibvirtSite = { ...site, hosts: [host], storage: new StorageDoor([host], site.pool) };
    await host.client.callApart(procedures.poolRefresh, { pool, flags: 0 }, signal);
    const proof = await readRecord(seen, PROOF, Proof, signal);
    if (proof?.text !== text || (await markOf(seen, signal))?.siteId !== site.siteId) throw unfit(other);
    await host.client.call(procedures.poolSetAutostart, { pool, autostart: 1 }, signal);
  } catch (error) {
    // A pool that the site's machines may use stays.
    if (own === undefined) await forgetPool(host, site.pool, signal);
    throw error;
  } finally {
    await removeRecord(site, PROOF, signal);
  }
}

/** Closes a pool. Its files stay. */
async function forgetPool(host: SiteHost, name: string, signal: AbortSignal): Promise<void> {
  const pool = await findPool(host, name, signal);
  if (pool === undefined) return;
  await host.client.call(procedures.poolDestroy, { pool }, signal).catch((error: unknown) => {
    // It was not open.
    if (!(error instanceof ProviderError) || error.code !== "provider_refused") throw error;
  });
  await host.client.call(procedures.poolUndefine, { pool }, signal);
}

/** @throws ProviderError while machines of the site are there */
async function leave(site: LibvirtSite, host: SiteHost, signal: AbortSignal): Promise<void> {
  let count = 0;
  for (const { labels } of await machinesOn(site, host, signal)) {
    const chosen = await lookFor(site, labels.vmId, signal);
    // One whose machine is elsewhere is left of a move, and has gone with that look.
    if (chosen.is === "away" || (chosen.is === "here" && chosen.machine.host === host)) count += 1;
  }
  if (count > 0)
    throw unfit(`The host ${host.knownName} still has ${count} of the site's VMs: drain it, then remove it.`);
  await forgetPool(host, site.pool, signal);
}
