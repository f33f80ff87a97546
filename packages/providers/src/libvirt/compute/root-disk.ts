import type { DiskOfPoint } from "../../ports/compute-port.ts";
import { imageNotFound, ProviderError } from "../../ports/provider-error.ts";
import { findImage } from "../images/stored-image.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { copyIn } from "../recovery/points.ts";
import type { StoredDisk } from "../storage/disks.ts";
import { gibibytes } from "../storage/pool.ts";

interface RootDisk {
  /** The name of the volume. */
  readonly file: string;
  readonly diskGb: number;
}

/**
 * Makes a root disk on an image.
 * @returns its path on the host
 * @throws ProviderError `image_not_found`, `image_too_large`
 */
export async function makeRootDisk(
  site: LibvirtSite,
  { templateId, ...disk }: RootDisk & { readonly templateId: string },
  signal: AbortSignal,
): Promise<string> {
  const image = await findImage(site, templateId, signal);
  if (image === undefined) throw imageNotFound();
  const path = await makeDiskOn(site, image, disk, signal);
  // Whoever deletes an image takes its record away and then looks for disks on it: one of both sees the other.
  if ((await findImage(site, templateId, signal)) === undefined) {
    await site.disks.delete([disk.file], signal);
    throw imageNotFound();
  }
  return path;
}

/** Makes a disk on an image that stays. @returns its path on the host @throws ProviderError `image_too_large` */
export async function makeDiskOn(
  site: LibvirtSite,
  image: StoredDisk,
  { file, diskGb }: RootDisk,
  signal: AbortSignal,
): Promise<string> {
  if ((await site.disks.capacityOf(image, signal)) > gibibytes(diskGb)) {
    throw new ProviderError(
      "image_too_large",
      "The image is larger than the VM's disk; choose a plan with more disk.",
      {
        retryable: false,
      },
    );
  }
  return (await site.disks.createOn(image, { name: file, capacity: gibibytes(diskGb) }, signal)).path;
}

/** Makes a root disk as a copy of one in a snapshot or a backup. One that was interrupted is made again. */
export async function copyRootDisk(
  site: LibvirtSite,
  { file, point, diskGb }: RootDisk & { readonly point: DiskOfPoint },
  signal: AbortSignal,
): Promise<string> {
  const { kind, pointId: id, vmId, volumeId } = point;
  const copy = await copyIn(site, { kind, id, vmId, volumeId }, signal);
  await site.disks.delete([file], signal);
  const disk = await site.disks.copy(copy, file, signal);
  if (gibibytes(diskGb) > (await site.disks.capacityOf(disk, signal)))
    await site.disks.resize(disk, gibibytes(diskGb), signal);
  return disk.path;
}
