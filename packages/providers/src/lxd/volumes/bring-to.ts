import { ProviderError } from "../../provider-error.ts";
import { knows } from "../extensions.ts";
import type { LxdSite } from "../lxd-site.ts";
import { placeOf } from "../members.ts";
import { type LxdVolume, pathOfVolumes } from "./stored-volume.ts";

/**
 * Brings a volume to a member of a cluster, with its snapshots: a pool of a member's own disks serves machines of that member alone. It
 * is copied by the server, so a large one takes its time; a repetition goes on where the server is.
 * @throws ProviderError `volume_elsewhere` where the server moves no volumes (LXD 5.0)
 */
export async function bringTo(site: LxdSite, { name, location }: LxdVolume, member: string, signal: AbortSignal): Promise<void> {
  const [from, to] = [placeOf(location), placeOf(member)];
  if (from.target === undefined || to.target === undefined || from.target === to.target) return;
  if (!(await knows(site, "cluster_internal_custom_volume_copy", signal))) {
    throw new ProviderError("volume_elsewhere", "The volume is on another host of this site than the VM, and cannot be moved there; copy what is on it.", {
      retryable: false,
    });
  }
  const moved = { name, pool: site.pool, source: { location: from.target } };
  await site.client.change("POST", pathOfVolumes(site, name), moved, signal, to);
}
