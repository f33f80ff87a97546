import { z } from "zod";
import { LxdClient, pathOf } from "../client/lxd-client.ts";
import { LxdRefusal } from "../client/lxd-refusal.ts";
import { ownInstances, removeInstance } from "../instances.ts";
import type { LxdSiteOptions } from "../lxd-provider.ts";
import { type LxdSite, placeOf } from "../lxd-site.ts";
import { LxdNetwork } from "../network/network-answers.ts";
import { PROJECT } from "./prepare-site.ts";

/** Anything that has labels: a profile, a network, an ACL, a volume. */
const Labeled = z.object({
  name: z.string(),
  config: z.record(z.string(), z.string()),
  location: z.string().optional(),
});
const Project = z.object({ description: z.string() });
const Image = z.object({ fingerprint: z.string(), properties: z.record(z.string(), z.string()).nullable() });

const ACLS = "security.acls";

/**
 * Removes everything that carries the site's labels from its server. Then removes the project with its images, if it
 * was created for our instances and is otherwise empty. Repeatable.
 * @throws ProviderError with what the server said
 */
export async function removeSite(
  { endpoint, project, ...options }: LxdSiteOptions,
  signal: AbortSignal,
): Promise<{ readonly projectRemoved: boolean }> {
  const client = new LxdClient(endpoint, project);
  const site: LxdSite = { client, ...options };
  try {
    if ((await client.find(pathOf("projects", project), Project, signal)) === undefined)
      return { projectRemoved: true };
    for (const { name } of await ownInstances(site, signal)) await removeInstance(site, name, signal);
    await removeVolumes(site, signal);
    await removeAll(site, "profiles", signal);
    await removeAll(site, "networks", signal);
    await leaveNetwork(site, signal);
    await removeAll(site, "network-acls", signal);
    return { projectRemoved: await removeProject(site, signal) };
  } finally {
    await client.close();
  }
}

async function ownOf({ client, siteId }: LxdSite, path: string, signal: AbortSignal) {
  const all = await client.get(path, Labeled.array(), signal, { recursion: 1 });
  // A released machine keeps its network.
  return all.filter(
    ({ config }) => config["user.fulmar.site"] === siteId && config["user.fulmar.role"] !== "released_network",
  );
}

/** Removes volumes with their snapshots. */
async function removeVolumes(site: LxdSite, signal: AbortSignal): Promise<void> {
  const path = pathOf("storage-pools", site.pool, "volumes", "custom");
  for (const { name, location } of await ownOf(site, path, signal)) {
    // In a cluster, a volume of a local pool is on one member.
    if (!name.includes("/")) await site.client.remove(`${path}${pathOf(name)}`, signal, placeOf(location));
  }
}

/** Removes objects in dependency order: each round removes those that are no longer used. */
async function removeAll(
  site: LxdSite,
  kind: "profiles" | "networks" | "network-acls",
  signal: AbortSignal,
): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const left = await ownOf(site, pathOf(kind), signal);
    if (left.length === 0) return;
    let refusal: unknown;
    for (const { name } of left) {
      try {
        await site.client.remove(pathOf(kind, name), signal);
      } catch (error) {
        if (!(error instanceof LxdRefusal)) throw error;
        refusal = error;
      }
    }
    if (refusal !== undefined && left.length >= before) throw refusal;
    before = left.length;
  }
}

/** Removes our filters from the operator's own network, if the site was given one. */
async function leaveNetwork(site: LxdSite, signal: AbortSignal): Promise<void> {
  const { client, network } = site;
  const present = await client.find(pathOf("networks", network), LxdNetwork, signal);
  const acls = present?.config[ACLS]?.split(",") ?? [];
  const own = new Set((await ownOf(site, "/network-acls", signal)).map(({ name }) => name));
  const others = acls.filter((name) => !own.has(name));
  if (others.length === acls.length) return;
  const open = { "security.acls.default.ingress.action": "", "security.acls.default.egress.action": "" };
  await client.change(
    "PATCH",
    pathOf("networks", network),
    { config: { [ACLS]: others.join(","), ...(others.length === 0 && open) } },
    signal,
  );
}

/** Keeps a project that we did not create or that contains other objects, together with its images. */
async function removeProject({ client, pool }: LxdSite, signal: AbortSignal): Promise<boolean> {
  const { description } = await client.get(pathOf("projects", client.project), Project, signal);
  if (description !== PROJECT.description) return false;
  const named = z.array(z.object({ name: z.string() }));
  for (const path of ["/instances", pathOf("storage-pools", pool, "volumes", "custom")]) {
    if ((await client.get(path, named, signal, { recursion: 1 })).length > 0) return false;
  }
  if ((await client.get("/profiles", named, signal, { recursion: 1 })).some(({ name }) => name !== "default"))
    return false;
  const images = await client.get("/images", Image.array(), signal, { recursion: 1 });
  if (images.some(({ properties }) => properties?.["fulmar.cloud_init"] === undefined)) return false;
  for (const { fingerprint } of images) await client.remove(pathOf("images", fingerprint), signal);
  await client.remove(pathOf("projects", client.project), signal);
  return true;
}
