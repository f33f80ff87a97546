import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { ExportedImage } from "../../ports/image-port.ts";
import { imageNotFound, ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { exportFile } from "../storage/names.ts";
import { findImage, recordOfImage } from "./stored-image.ts";

/**
 * Downloads an image. Its sum is compared where it was brought, and its length in any case: of an image that the host made
 * nobody has counted the sum.
 * @throws ProviderError `image_not_found`, `image_damaged`
 */
export async function exportImage(
  site: LibvirtSite,
  imageId: string,
  path: string,
  signal: AbortSignal,
): Promise<ExportedImage> {
  const image = await findImage(site, imageId, signal);
  const kept = await recordOfImage(site, imageId, signal);
  if (image === undefined || kept === undefined) throw imageNotFound();
  const hash = createHash("sha256");
  let sizeBytes = 0n;
  async function* counted(content: AsyncIterable<Buffer>) {
    for await (const chunk of content) {
      hash.update(chunk);
      sizeBytes += BigInt(chunk.length);
      yield chunk;
    }
  }
  const { content, close } = await site.disks.open(image, exportFile(imageId, "image"), signal);
  try {
    await pipeline(content, counted, createWriteStream(path), { signal });
  } finally {
    await close();
  }
  const sha256 = hash.digest("hex");
  const isWhole = !site.disks.keepsFiles || sizeBytes === kept.sizeBytes;
  if (!isWhole || (kept.sha256 !== null && kept.sha256 !== sha256)) {
    throw new ProviderError("image_damaged", "The site sent other bytes of the image than it has; it is read again.", {
      retryable: true,
    });
  }
  return { file: { path, format: "qcow2", sizeBytes, sha256 }, architecture: kept.architecture };
}
