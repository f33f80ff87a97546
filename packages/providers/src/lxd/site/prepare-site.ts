import { createHash } from "node:crypto";
import { z } from "zod";
import { ProviderError } from "../../ports/provider-error.ts";
import type { ServerEndpoint } from "../../ports/provider-kind.ts";
import type { SiteReport } from "../../ports/site-port.ts";
import { LxdClient, pathOf } from "../client/lxd-client.ts";
import type { LxdSiteOptions } from "../lxd-provider.ts";
import { isCluster, type LxdSite } from "../lxd-site.ts";
import { fabricOf } from "../network/fabric-of.ts";
import { LxdNetwork } from "../network/network-answers.ts";
import { canRunVms, inspectSite } from "./lxd-site-port.ts";
import { RESTRICTIONS } from "./restrictions.ts";

export const PROJECT = {
  description: "Machines of Fulmar",
  config: {
    "features.images": "true",
    "features.profiles": "true",
    "features.storage.volumes": "true",
    "features.networks": "false",
    ...RESTRICTIONS,
  },
};

/**
 * Prepares a server as a site: creates its project and its network if missing. Repeatable.
 * @throws ProviderError with a sentence for the operator
 */
export async function prepareSite(
  { endpoint, project, ...options }: LxdSiteOptions,
  signal: AbortSignal,
): Promise<SiteReport> {
  const client = openClient(endpoint, project);
  try {
    return await prepare({ client, ...options }, signal);
  } finally {
    await client.close();
  }
}

/**
 * The type of instances that walls customers off best on a server. A virtual machine has a kernel of its own.
 * @throws ProviderError with a sentence for the operator
 */
export async function bestInstanceType(
  endpoint: ServerEndpoint,
  project: string,
  signal: AbortSignal,
): Promise<LxdSite["instanceType"]> {
  const client = openClient(endpoint, project);
  try {
    // A server that does not trust us tells no driver; preparing the site reports that.
    const { environment } = await client.get("", z.object({ environment: Environment }), signal);
    return canRunVms(environment) ? "virtual-machine" : "container";
  } finally {
    await client.close();
  }
}

const Environment = z.object({ driver: z.string().default("") }).default({ driver: "" });

function openClient(endpoint: ServerEndpoint, project: string): LxdClient {
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
  await requireFabric(site, signal);
  if ((await client.find(pathOf("projects", client.project), z.unknown(), signal)) === undefined) {
    await client.change("POST", "/projects", { name: client.project, ...PROJECT }, signal);
  }
  await fabricOf(site).makeHome(signal);
  return inspectSite(site, signal);
}

/** The default network name of a site. Interface names have at most 15 characters. */
export function siteNetwork(siteId: string): string {
  return `fm${createHash("sha256").update(siteId).digest("hex").slice(0, 10)}`;
}

async function requirePool({ client, pool }: LxdSite, signal: AbortSignal): Promise<void> {
  // Uses the list, which every server gives even before our project exists.
  const pools = await client.get("/storage-pools", z.object({ name: z.string() }).array(), signal, { recursion: 1 });
  if (pools.some(({ name }) => name === pool)) return;
  const names = pools.map(({ name }) => name).join(", ");
  throw unfit(
    names === ""
      ? "The server has no storage pool: create one there first."
      : `The server has no storage pool "${pool}"; it has ${names}.`,
  );
}

async function requireInstanceType({ client, instanceType }: LxdSite, signal: AbortSignal): Promise<void> {
  const { environment } = await client.get("", z.object({ environment: z.object({ driver: z.string() }) }), signal);
  const driver = instanceType === "container" ? "lxc" : "qemu";
  if (environment.driver.split(" | ").includes(driver)) return;
  throw unfit(`The server cannot run ${instanceType}s here: it has no ${driver} (its log says why).`);
}

/** A bridge is limited to one host. A cluster needs OVN. */
async function requireFabric({ client, uplink }: LxdSite, signal: AbortSignal): Promise<void> {
  if (uplink === undefined) {
    if (!(await isCluster(client, signal))) return;
    throw unfit(
      "The server is a cluster, whose members share networks only by OVN: name the uplink network with --uplink " +
        "(docs/lxd.md).",
    );
  }
  // Reads from the default project, which also has our project's networks, because our project may not exist yet.
  const present = await client.find(pathOf("networks", uplink), LxdNetwork, signal, { project: "default" });
  if (present === undefined) throw unfit(`The server has no network "${uplink}" to be the uplink.`);
  if (!UPLINKS.has(present.type) || present.config["ipv4.ovn.ranges"] === undefined) {
    throw unfit(
      `The network "${uplink}" cannot be an uplink: it has to be of the type physical or bridge, with ipv4.ovn.ranges.`,
    );
  }
}

const UPLINKS: ReadonlySet<string> = new Set(["physical", "bridge"]);

function unfit(message: string): ProviderError {
  return new ProviderError("site_unfit", message, { retryable: false });
}
