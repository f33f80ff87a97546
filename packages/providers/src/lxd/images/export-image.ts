import { createHash, type Hash } from "node:crypto";
import { open } from "node:fs/promises";
import type { ExportedImage } from "../../ports/image-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { pathOf } from "../client/lxd-client.ts";
import type { LxdSite } from "../lxd-site.ts";
import { partsOf } from "./multipart.ts";

/** The part of an answer that has the disk of a virtual machine. That of a container's file system is called `rootfs`. */
const DISK = "rootfs.img";

/**
 * Downloads an image. The server answers one archive, or a form of two parts where the image was uploaded as two: its
 * metadata, which is written anew by who imports it, and its disk. The fingerprint is the SHA-256 of both, one after the
 * other (LXD's REST API: `/1.0/images/{fingerprint}/export`).
 * @throws ProviderError
 */
export async function exportImage(
  site: LxdSite,
  { fingerprint, architecture }: { readonly fingerprint: string; readonly architecture: string },
  path: string,
  signal: AbortSignal,
): Promise<ExportedImage> {
  const whole = createHash("sha256");
  const { contentType, content } = await site.client.streamUnsized(pathOf("images", fingerprint, "export"), signal);
  const [, boundary] = /^multipart\/form-data;.*\bboundary="?([^";]+)/.exec(contentType) ?? [];
  const file =
    boundary === undefined
      ? { format: "lxd" as const, ...(await write(path, content, whole)) }
      : { format: "qcow2" as const, ...(await writeDisk(path, content, boundary, whole)) };
  if (whole.digest("hex") !== fingerprint)
    throw new ProviderError("image_damaged", "The site sent other bytes of the image than it has; it is read again.", {
      retryable: true,
    });
  return { file: { path, ...file }, architecture };
}

async function writeDisk(path: string, content: AsyncIterable<Uint8Array>, boundary: string, whole: Hash) {
  let written: Awaited<ReturnType<typeof write>> | undefined;
  for await (const part of partsOf(content, boundary)) {
    if (part.name === "metadata") for await (const chunk of part.content) whole.update(chunk);
    else if (part.name === DISK) written = await write(path, part.content, whole);
    else
      throw new ProviderError("image_unsuitable", `The image has a part ${part.name}, which no other site takes.`, {
        retryable: false,
      });
  }
  if (written === undefined)
    throw new ProviderError("image_damaged", "The site sent an image without a disk; it is read again.", {
      retryable: true,
    });
  return written;
}

async function write(path: string, content: AsyncIterable<Uint8Array>, whole: Hash) {
  const own = createHash("sha256");
  let bytes = 0;
  const file = await open(path, "w");
  try {
    for await (const chunk of content) {
      whole.update(chunk);
      own.update(chunk);
      bytes += chunk.byteLength;
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return { sizeBytes: BigInt(bytes), sha256: own.digest("hex") };
}
