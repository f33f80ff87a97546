import { createHash } from "node:crypto";
import { labeledId, labelsOf, lxdName } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { LxdVolume, pathOfVolumes } from "../volumes/stored-volume.ts";

/** The backup that a volume came with. Its own volume may be there, too, or never have been. */
const BACKUP = "user.fulmar.backup";

/** The server's name for a data volume of an imported backup. The volume's id may be any text. */
export function importedName(backupId: string, volumeId: string): string {
  return `${lxdName(backupId)}-${createHash("sha256").update(volumeId).digest("hex").slice(0, 16)}`;
}

export function importedLabels(site: LxdSite, backupId: string, volumeId: string): Readonly<Record<string, string>> {
  return { ...labelsOf(site, "import", volumeId), [BACKUP]: backupId };
}

/** A data volume of an imported backup; undefined where the backup was made here. */
export async function findImportedVolume(
  site: LxdSite,
  backupId: string,
  volumeId: string,
  signal: AbortSignal,
): Promise<LxdVolume | undefined> {
  const path = pathOfVolumes(site, importedName(backupId, volumeId));
  const volume = await site.client.find(path, LxdVolume, signal);
  return volume !== undefined && isOf(site, volume, backupId) ? volume : undefined;
}

export async function removeImportedVolumes(site: LxdSite, backupId: string, signal: AbortSignal): Promise<void> {
  const volumes = await site.client.get(pathOfVolumes(site), LxdVolume.array(), signal, { recursion: 1 });
  for (const volume of volumes)
    if (!volume.name.includes("/") && isOf(site, volume, backupId))
      await site.client.remove(pathOfVolumes(site, volume.name), signal);
}

function isOf(site: LxdSite, { config }: LxdVolume, backupId: string): boolean {
  return labeledId(site, "import", config) !== undefined && config[BACKUP] === backupId;
}
