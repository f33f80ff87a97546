import { z } from "zod";
import type { LibvirtSite } from "../libvirt-site.ts";
import { volumeIdOfFile } from "../storage/names.ts";
import { filesIn } from "../storage/pool.ts";
import { readRecord, recordOf } from "../storage/records.ts";

/** What the mark of a volume is named after whose disk somebody named, and where that is. */
export const adoptedSubject = (volumeId: string) => `${volumeId}.adopted-volume`;
const AdoptedVolume = z.object({ path: z.string() });

/** Tells the id of the volume whose disk a path leads to. Most disks are named after it. */
export async function volumeIdsOf(
  site: LibvirtSite,
  signal: AbortSignal,
): Promise<(path: string) => string | undefined> {
  const files = await filesIn(site, signal);
  const ids = new Set(files.flatMap(({ name }) => /^([^.]+)\.adopted-volume$/.exec(recordOf(name) ?? "")?.[1] ?? []));
  const adopted = new Map(
    await Promise.all(
      Array.from(ids, async (volumeId) => {
        const kept = await readRecord(site, adoptedSubject(volumeId), AdoptedVolume, signal);
        return [kept?.path, volumeId] as const;
      }),
    ),
  );
  return (path) => adopted.get(path) ?? volumeIdOfFile(path);
}
