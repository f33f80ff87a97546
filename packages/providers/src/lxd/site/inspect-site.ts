import { z } from "zod";
import { ProviderError } from "../../provider-error.ts";
import type { SiteFeature, SiteReport } from "../../site-port.ts";
import { pathOf } from "../client/lxd-client.ts";
import { ownInstances } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";
import { targetsOf } from "../members.ts";
import { bytesOf } from "../sizes.ts";

const Server = z.object({
  auth: z.string(),
  environment: z.object({ server: z.string(), server_version: z.string(), driver: z.string() }),
});
const Resources = z.object({ cpu: z.object({ total: z.int() }), memory: z.object({ total: z.int() }) });
const PoolResources = z.object({ space: z.object({ total: z.int(), used: z.int().default(0) }) });

const [MEBIBYTE, GIBIBYTE] = [2 ** 20, 2 ** 30];

/**
 * What a site is and has. Memory is free that no instance of ours may use: machines are promised theirs, used or not.
 * @throws ProviderError `site_unauthorized` when the server does not trust our certificate
 */
export async function inspectSite(site: LxdSite, signal: AbortSignal): Promise<SiteReport> {
  const { auth, environment } = await site.client.get("", Server, signal);
  if (auth !== "trusted") {
    throw new ProviderError("site_unauthorized", "The server answers, but does not trust our certificate: add it there (lxc config trust add).", {
      retryable: false,
    });
  }
  const { cpu, memory } = await hostsOf(site, signal);
  const { space } = await site.client.get(pathOf("storage-pools", site.pool, "resources"), PoolResources, signal);
  const instances = await ownInstances(site, signal);
  const promised = instances.filter(({ config }) => config["user.fulmar.role"] === "vm").reduce((sum, { config }) => sum + bytesOf(config["limits.memory"]), 0);
  return {
    server: `${environment.server} ${environment.server_version}`,
    capacity: {
      cpus: cpu,
      ramMb: Math.floor(memory / MEBIBYTE),
      freeRamMb: Math.max(0, Math.floor((memory - promised) / MEBIBYTE)),
      diskGb: Math.floor(space.total / GIBIBYTE),
      freeDiskGb: Math.max(0, Math.floor((space.total - space.used) / GIBIBYTE)),
    },
    unsupported: unsupportedBy(site),
  };
}

/** Processors of the largest host, for no machine is on two; the memory of all of them. */
async function hostsOf({ client }: LxdSite, signal: AbortSignal): Promise<{ cpu: number; memory: number }> {
  const hosts = [];
  for (const target of await targetsOf(client, signal)) hosts.push(await client.get("/resources", Resources, signal, target));
  return { cpu: Math.max(...hosts.map(({ cpu }) => cpu.total)), memory: hosts.reduce((sum, host) => sum + host.memory.total, 0) };
}

/** A virtual machine has a console whose log the server does not keep, an init that nothing replaces from outside, and files that only its running agent reaches. */
function unsupportedBy({ instanceType }: LxdSite): SiteFeature[] {
  return instanceType === "container" ? ["gpu", "load_balancer"] : ["console_log", "gpu", "load_balancer", "rescue", "update_access"];
}
