import { createHash } from "node:crypto";
import { z } from "zod";
import { ProviderError } from "../../provider-error.ts";
import type { SiteReport } from "../../site-port.ts";
import { LxdClient, pathOf } from "../client/lxd-client.ts";
import type { LxdEndpoint } from "../client/lxd-endpoint.ts";
import type { LxdSiteOptions } from "../lxd-provider.ts";
import type { LxdSite } from "../lxd-site.ts";
import { marksOf } from "../marks.ts";
import { targetsOf } from "../members.ts";
import { isolateVpcs } from "../network/isolation.ts";
import { putFilters } from "../network/network-filters.ts";
import { inspectSite } from "./inspect-site.ts";

const PROJECT = {
  description: "Machines of Fulmar",
  config: { "features.images": "true", "features.profiles": "true", "features.storage.volumes": "true", "features.networks": "false" },
};

/**
 * Makes a server ready to be a site: its project and its network, where they are not there. Repeated, it changes nothing.
 * @throws ProviderError with a sentence for the operator
 */
export async function prepareSite({ endpoint, project, ...options }: LxdSiteOptions, signal: AbortSignal): Promise<SiteReport> {
  const client = openClient(endpoint, project);
  try {
    return await prepare({ client, ...options }, signal);
  } finally {
    await client.close();
  }
}

function openClient(endpoint: LxdEndpoint, project: string): LxdClient {
  try {
    return new LxdClient(endpoint, project);
  } catch (error) {
    throw unfit(`The certificates or the key cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

async function prepare(site: LxdSite, signal: AbortSignal): Promise<SiteReport> {
  const { client } = site;
  await requirePool(site, signal);
  await requireInstanceType(site, signal);
  if ((await client.find(pathOf("projects", client.project), z.unknown(), signal)) === undefined) {
    await client.change("POST", "/projects", { name: client.project, ...PROJECT }, signal);
  }
  if ((await client.find(pathOf("networks", site.network), z.unknown(), signal)) === undefined) {
    const address = await freeAddress(site, signal);
    const config = { ...marksOf(site, "site_network", site.siteId), "ipv4.address": address, "ipv4.nat": "true", "ipv6.address": "none" };
    const network = { name: site.network, type: "bridge" };
    // A cluster is told of a network on every member first, then what it is.
    for (const target of await targetsOf(client, signal)) if ("target" in target) await client.change("POST", "/networks", network, signal, target);
    await client.change("POST", "/networks", { ...network, description: "Machines of Fulmar that are in no VPC", config }, signal);
  }
  await isolateVpcs(site, signal);
  await putFilters(site, [site.network], signal);
  return inspectSite(site, signal);
}

/** The network of a site that was not told of one; names of interfaces have 15 characters at most. */
export function siteNetwork(siteId: string): string {
  return `fm${createHash("sha256").update(siteId).digest("hex").slice(0, 10)}`;
}

/** The bridge's address in a network of 65,000 in which no interface of the host is, the server's or not. */
async function freeAddress(site: LxdSite, signal: AbortSignal): Promise<string> {
  const taken = await hostAddresses(site, signal);
  const [start = 0] = createHash("sha256").update(site.siteId).digest();
  for (let index = 0; index < 128; index++) {
    const prefix = `10.${64 + ((start + index) % 128)}.`;
    if (!taken.some((address) => address.startsWith(prefix))) return `${prefix}0.1/16`;
  }
  return "auto";
}

async function hostAddresses({ client }: LxdSite, signal: AbortSignal): Promise<string[]> {
  const State = z.object({ addresses: z.array(z.object({ address: z.string() })).nullable() });
  const networks = await client.get("/networks", z.object({ name: z.string() }).array(), signal, { recursion: 1 });
  const states = await Promise.all(networks.map(({ name }) => client.find(pathOf("networks", name, "state"), State, signal)));
  return states.flatMap((state) => state?.addresses ?? []).map(({ address }) => address);
}

async function requirePool({ client, pool }: LxdSite, signal: AbortSignal): Promise<void> {
  // Of the list, which every server gives also while our project is not there yet.
  const pools = await client.get("/storage-pools", z.object({ name: z.string() }).array(), signal, { recursion: 1 });
  if (pools.some(({ name }) => name === pool)) return;
  const names = pools.map(({ name }) => name).join(", ");
  throw unfit(names === "" ? "The server has no storage pool: make one there first." : `The server has no storage pool "${pool}"; it has ${names}.`);
}

async function requireInstanceType({ client, instanceType }: LxdSite, signal: AbortSignal): Promise<void> {
  const { environment } = await client.get("", z.object({ environment: z.object({ driver: z.string() }) }), signal);
  const driver = instanceType === "container" ? "lxc" : "qemu";
  if (environment.driver.split(" | ").includes(driver)) return;
  throw unfit(`The server cannot run ${instanceType}s here: it has no ${driver} (its log says why).`);
}

function unfit(message: string): ProviderError {
  return new ProviderError("site_unfit", message, { retryable: false });
}
