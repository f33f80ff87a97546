import { z } from "zod";
import { pathOf } from "../client/lxd-client.ts";
import type { LxdSite } from "../lxd-site.ts";

const GPU = "restricted.devices.gpu";

/**
 * The project's instances may have networks and volumes that the server manages, and nothing of the host. The server
 * blocks everything that is not named, such as other devices and low-level options of virtual machines.
 */
export const RESTRICTIONS: Readonly<Record<string, string>> = {
  restricted: "true",
  "restricted.backups": "allow",
  "restricted.snapshots": "allow",
  "restricted.cluster.target": "allow",
  // Rescue mode runs another init, by raw.lxc.
  "restricted.containers.lowlevel": "allow",
  "restricted.containers.nesting": "block",
  // Not `isolated`: the server checks copies before it gives them the configuration of their source.
  "restricted.containers.privilege": "unprivileged",
  "restricted.devices.disk": "managed",
  [GPU]: "allow",
  "restricted.devices.nic": "managed",
};

const Project = z.object({ config: z.record(z.string(), z.string()) });

/**
 * The restrictions that the site's project lacks, such as of a project from before they were set.
 * @param hasGpus whether a host has GPUs: elsewhere, it does not matter that devices for them are blocked
 */
export async function missingRestrictions(
  { client }: LxdSite,
  hasGpus: boolean,
  signal: AbortSignal,
): Promise<{ readonly missing: string[]; readonly gpusBlocked: boolean }> {
  const { config } = await client.get(pathOf("projects", client.project), Project, signal);
  const differing = Object.entries(RESTRICTIONS).filter(([key, value]) => config[key] !== value);
  const missing = differing.filter(([key]) => key !== GPU || hasGpus).map(([key, value]) => `${key}=${value}`);
  return { missing, gpusBlocked: differing.some(([key]) => key === GPU) };
}

/**
 * Restricts the site's project. The server refuses it while an instance there has what would be forbidden. Repeatable.
 */
export async function restrictProject({ client }: LxdSite, signal: AbortSignal): Promise<void> {
  await client.change("PATCH", pathOf("projects", client.project), { config: RESTRICTIONS }, signal);
}
