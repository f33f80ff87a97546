import { z } from "zod";
import type { StoredVolume } from "../../ports/volume-port.ts";
import { ownInstances } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";
import { markedId } from "../marks.ts";
import { bytesOf } from "../sizes.ts";
import { LxdVolume, pathOfVolumes } from "./stored-volume.ts";
import { usersOf } from "./volume-attachments.ts";

/** All volumes of this site: the server lists them at once, snapshots among them. */
export async function storedVolumes(site: LxdSite, signal: AbortSignal): Promise<StoredVolume[]> {
  const [volumes, instances] = await Promise.all([
    site.client.get(pathOfVolumes(site), z.array(LxdVolume), signal, { recursion: 1 }),
    ownInstances(site, signal),
  ]);
  const vmIds = new Map(instances.map(({ name, config }) => [name, markedId(site, "vm", config)]));
  return volumes.flatMap((volume) => {
    const volumeId = markedId(site, "volume", volume.config);
    if (volumeId === undefined || volume.name.includes("/")) return [];
    const attachedVmId = usersOf(volume).flatMap((name) => vmIds.get(name) ?? [])[0] ?? null;
    return [{ volumeId, sizeGb: Math.round(bytesOf(volume.config.size) / 2 ** 30), attachedVmId }];
  });
}
