import type { LibvirtSite } from "../libvirt-site.ts";
import { imageFile, isOnImage } from "../storage/names.ts";
import { backingOf, deleteVolumes, findVolume, volumesIn } from "../storage/pool.ts";
import { recordOf, removeRecord, writeRecord } from "../storage/records.ts";
import { imageSubject } from "./stored-image.ts";

// Disks of machines are made on images. One that is deleted loses its record, so that nothing more is made on it, and its
// file stays, marked, while there is a disk on it.

const leftSubject = (imageId: string) => `${imageId}.left-image`;

/** Deletes an image of a workspace. It may be gone, or be left under disks of machines. */
export async function deleteImage(site: LibvirtSite, imageId: string, signal: AbortSignal): Promise<void> {
  await removeRecord(site, imageSubject(imageId), signal);
  const image = await findVolume(site, imageFile(imageId), signal);
  if (image === undefined) return;
  if ((await pathsUnderDisks(site, signal)).has(image.key)) await writeRecord(site, leftSubject(imageId), {}, signal);
  else await deleteVolumes(site, [image.name], signal);
}

/** Deletes images that were left and that no disk is on any more. Call it when a disk has gone. */
export async function sweepImages(site: LibvirtSite, signal: AbortSignal): Promise<void> {
  const files = await volumesIn(site, signal);
  const left = new Set(files.flatMap(({ name }) => /^([^.]+)\.left-image$/.exec(recordOf(name) ?? "")?.[1] ?? []));
  if (left.size === 0) return;
  const used = await pathsUnderDisks(site, signal);
  for (const imageId of left) {
    const image = await findVolume(site, imageFile(imageId), signal);
    if (image !== undefined && used.has(image.key)) continue;
    await deleteVolumes(site, [imageFile(imageId)], signal);
    await removeRecord(site, leftSubject(imageId), signal);
  }
}

/** The paths of the images that disks are on. A disk that is deleted meanwhile is on none. */
async function pathsUnderDisks(site: LibvirtSite, signal: AbortSignal): Promise<Set<string | undefined>> {
  const disks = (await volumesIn(site, signal)).filter(({ name }) => isOnImage(name));
  const paths = await Promise.all(
    disks.map(async (disk) => {
      try {
        return await backingOf(site, disk, signal);
      } catch (error) {
        if ((await findVolume(site, disk.name, signal)) === undefined) return undefined;
        throw error;
      }
    }),
  );
  return new Set(paths);
}
