import type { LibvirtSite } from "../libvirt-site.ts";
import { imageFile } from "../storage/names.ts";
import { filesIn } from "../storage/pool.ts";
import { recordOf, removeRecord, writeRecord } from "../storage/records.ts";
import { imageSubject } from "./stored-image.ts";

// Disks of machines are made on images. One that is deleted loses its record, so that nothing more is made on it, and its
// file stays, marked, while there is a disk on it.

const leftSubject = (imageId: string) => `${imageId}.left-image`;

/** Deletes an image of a workspace. It may be gone, or be left under disks of machines. */
export async function deleteImage(site: LibvirtSite, imageId: string, signal: AbortSignal): Promise<void> {
  await removeRecord(site, imageSubject(imageId), signal);
  const image = await site.disks.find(imageFile(imageId), signal);
  if (image === undefined) return;
  const inUse = await site.disks.inUse([image], signal);
  if (inUse.has(image.path)) await writeRecord(site, leftSubject(imageId), {}, signal);
  else await site.disks.delete([image.name], signal);
}

/** Deletes images that were left and that no disk is on any more. Call it when a disk has gone. */
export async function sweepImages(site: LibvirtSite, signal: AbortSignal): Promise<void> {
  const files = await filesIn(site, signal);
  const left = new Set(files.flatMap(({ name }) => /^([^.]+)\.left-image$/.exec(recordOf(name) ?? "")?.[1] ?? []));
  if (left.size === 0) return;
  const found = await Promise.all([...left].map((imageId) => site.disks.find(imageFile(imageId), signal)));
  const images = found.filter((image) => image !== undefined);
  const inUse = await site.disks.inUse(images, signal);
  const used = new Set(images.filter(({ path }) => inUse.has(path)).map(({ name }) => name));
  for (const imageId of left) {
    if (used.has(imageFile(imageId))) continue;
    await site.disks.delete([imageFile(imageId)], signal);
    await removeRecord(site, leftSubject(imageId), signal);
  }
}
