import { z } from "zod";
import { SiteRecord } from "../../ports/inventory-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import type { StoredDisk } from "../storage/disks.ts";
import { imageFile } from "../storage/names.ts";
import { filesIn } from "../storage/pool.ts";
import { readRecord, recordOf } from "../storage/records.ts";

/** What we keep beside an image of a workspace. It is written when the image is whole. */
export const ImageRecord = z.object({
  name: z.string(),
  record: SiteRecord,
  madeAt: z.string(),
  architecture: z.string().nullable(),
  /** What boots it. Not known of a file that was brought. */
  firmware: z.enum(["bios", "uefi"]).optional(),
  /** The length of its file. */
  sizeBytes: z.string().transform(BigInt),
  /** The sum of a file that was brought; null for an image that the host made, which counts none. */
  sha256: z.string().nullable(),
});
export type ImageRecord = z.infer<typeof ImageRecord>;

/** What the record of an image of the catalog is named after, and that of one of a workspace. */
export const catalogSubject = (templateId: string) => `${templateId}.image`;
export const imageSubject = (imageId: string) => `${imageId}.own-image`;

export function recordOfImage(site: LibvirtSite, imageId: string, signal: AbortSignal) {
  return readRecord(site, imageSubject(imageId), ImageRecord, signal);
}

/** A whole image, of the catalog or of a workspace; undefined where there is none that may be used. */
export async function findImage(
  site: LibvirtSite,
  imageId: string,
  signal: AbortSignal,
): Promise<StoredDisk | undefined> {
  const subjects: readonly (string | undefined)[] = [catalogSubject(imageId), imageSubject(imageId)];
  if (!(await filesIn(site, signal)).some(({ name }) => subjects.includes(recordOf(name)))) return undefined;
  return site.disks.find(imageFile(imageId), signal);
}

/** The ids of all images of workspaces. */
export async function ownImages(site: LibvirtSite, signal: AbortSignal): Promise<string[]> {
  const files = await filesIn(site, signal);
  return [...new Set(files.flatMap(({ name }) => /^([^.]+)\.own-image$/.exec(recordOf(name) ?? "")?.[1] ?? []))];
}
