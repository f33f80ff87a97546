import { z } from "zod";
import { pathOf } from "../../client/path-of.ts";
import type { LxdSite } from "../../lxd-site.ts";

const Peer = z.object({ name: z.string(), status: z.string() });

/** Networks are the default project's, whatever project instances are in. */
const PROJECT = "default";

/** Lets two networks reach each other, which needs to be said at both. Repeated, it changes nothing. */
export async function makePeers(site: LxdSite, one: string, other: string, signal: AbortSignal): Promise<void> {
  await makePeer(site, one, other, signal);
  await makePeer(site, other, one, signal);
}

async function makePeer({ client }: LxdSite, network: string, other: string, signal: AbortSignal): Promise<void> {
  if ((await client.find(pathOf("networks", network, "peers", other), Peer, signal)) !== undefined) return;
  await client.change(
    "POST",
    pathOf("networks", network, "peers"),
    { name: other, description: "", target_project: PROJECT, target_network: other },
    signal,
  );
}

/** Takes back at both networks what was said. */
export async function removePeers({ client }: LxdSite, one: string, other: string, signal: AbortSignal): Promise<void> {
  await client.remove(pathOf("networks", one, "peers", other), signal);
  await client.remove(pathOf("networks", other, "peers", one), signal);
}
