import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { FormData } from "undici";
import type { BroughtImage, ImageFile } from "../../ports/image-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import type { LxdSite } from "../lxd-site.ts";
import { imageMetadata } from "../site/image-metadata.ts";

const BLOCK = 512;
/** Beginnings of files that end with their data, so that nothing can follow. */
const COMPRESSED = [
  ["\xfd7zXZ", "xz"],
  ["BZh", "bzip2"],
  ["hsqs", "squashfs"],
] as const;

/**
 * Uploads the file of an image, such that the server's image is of this id alone: a server has each content once, and
 * two workspaces may bring the same file. @returns the fingerprint that the server gives it
 * @throws ProviderError where the site cannot run machines of such a file
 */
export function uploadOf(
  site: LxdSite,
  imageId: string,
  { file, architecture }: BroughtImage,
): { fingerprint(): Promise<string>; send(signal: AbortSignal): Promise<void> } {
  if (file.format === "lxd") return archive(site, imageId, file);
  if (site.instanceType === "container")
    throw unsuitable("The site runs containers only; bring an image archive of LXD (format lxd).");
  if (file.format !== "qcow2")
    throw unsuitable(`The site takes disks as qcow2 alone; convert the ${file.format} by qemu-img convert -O qcow2.`);
  return disk(site, imageId, file, architecture ?? "x86_64");
}

function archive(site: LxdSite, imageId: string, { path }: ImageFile) {
  return {
    fingerprint: async () => sha256(createReadStream(path), await tailOf(path, imageId)),
    async send(signal: AbortSignal) {
      const tail = await tailOf(path, imageId);
      const body = Readable.from(
        (async function* () {
          yield* createReadStream(path);
          yield tail;
        })(),
      );
      const headers = { "content-type": "application/octet-stream", "X-LXD-filename": "image" };
      await site.client.upload("/images", body, headers, signal);
    },
  };
}

function disk(site: LxdSite, imageId: string, { path }: ImageFile, architecture: string) {
  const metadata = imageMetadata({ architecture, createdAt: new Date(0), description: imageId });
  return {
    // The server's fingerprint of an image in two parts: the hash of its metadata followed by its disk.
    fingerprint: () => sha256(metadata, createReadStream(path)),
    async send(signal: AbortSignal) {
      const form = new FormData();
      form.append("metadata", new Blob([new Uint8Array(metadata)]), "metadata.tar.gz");
      form.append("rootfs.img", await openAsBlob(path), "rootfs.img");
      await site.client.upload("/images", form, {}, signal);
    },
  };
}

/**
 * What unpacks to nothing: an empty member of gzip with the id as its comment, a frame of zstd that is skipped (RFC 8878,
 * 3.1.2), or a block after the end of a tar.
 * @throws ProviderError for another compression
 */
async function tailOf(path: string, imageId: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(6), 0, 6, 0);
    const begin = buffer.toString("latin1");
    const compressed = COMPRESSED.find(([magic]) => begin.startsWith(magic));
    if (compressed !== undefined)
      throw unsuitable(`The archive is compressed by ${compressed[1]}; let its site compress images by gzip or zstd.`);
    if (begin.startsWith("\x28\xb5\x2f\xfd")) {
      const size = Buffer.alloc(4);
      size.writeUInt32LE(imageId.length);
      return Buffer.concat([Buffer.from([0x50, 0x2a, 0x4d, 0x18]), size, Buffer.from(imageId)]);
    }
    if (!begin.startsWith("\x1f\x8b")) return Buffer.concat([Buffer.from(imageId)], BLOCK);
    const head = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]);
    return Buffer.concat([head, Buffer.from(`${imageId}\0`), Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])]);
  } finally {
    await handle.close();
  }
}

async function sha256(...parts: readonly (Buffer | AsyncIterable<Buffer>)[]): Promise<string> {
  const hash = createHash("sha256");
  for (const part of parts)
    if (Buffer.isBuffer(part)) hash.update(part);
    else for await (const chunk of part) hash.update(chunk);
  return hash.digest("hex");
}

function unsuitable(message: string): ProviderError {
  return new ProviderError("image_unsuitable", message, { retryable: false });
}
