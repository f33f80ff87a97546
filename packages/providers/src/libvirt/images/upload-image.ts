import { stat } from "node:fs/promises";
import { checkImageFile, RefusedFile } from "@fulmar/image-files";
import { ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";

/** Larger than any disk that is sold. */
const MOST_DISK_GB = 65_536;

/**
 * Makes a disk of the file of an image. Its header is read before QEMU does: one that names others would let its author
 * read the host's.
 * @throws ProviderError `image_unfit` with the reason
 */
export async function uploadImage(
  { disks }: LibvirtSite,
  name: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await checkImageFile(file, "qcow2", MOST_DISK_GB);
    await disks.upload(name, file, BigInt((await stat(file)).size), signal);
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    throw new ProviderError("image_unfit", error.message, { retryable: false, cause: error });
  }
}
