import type { FileHandle } from "node:fs/promises";

/** A file is no image that may be used. The message says why, to the person who brought it. */
export class RefusedFile extends Error {
  override readonly name = "RefusedFile";
}

/** A file that is read at positions, so that none of it is held in memory. */
export interface ImageFile {
  readonly size: number;
  /** The bytes from a position on; fewer at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
}

export async function imageFile(handle: FileHandle): Promise<ImageFile> {
  const { size } = await handle.stat();
  return {
    size,
    async read(position, length) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    },
  };
}

/** The bytes from a position on. @throws RefusedFile where the file is shorter */
export async function readAll(file: ImageFile, position: number, length: number, what: string): Promise<Buffer> {
  const bytes = await file.read(position, length);
  if (bytes.length < length) throw new RefusedFile(`The file ends within ${what}; it was cut off, so send all of it.`);
  return bytes;
}

/** A 64-bit number of a header. What is beyond 2⁵³ is refused as no size that a disk has. */
export function bigOf(header: Buffer, offset: number): number {
  const value = header.readBigUInt64BE(offset);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(value);
}

const GIB = 1024 ** 3;

/** @throws RefusedFile for a disk that is larger than the VMs that may be made from it, or that has no size */
export function requireFits(virtualBytes: number, minDiskGb: number): void {
  if (virtualBytes <= 0) throw new RefusedFile("The image's disk has no size.");
  const needed = Math.ceil(virtualBytes / GIB);
  if (needed > minDiskGb)
    throw new RefusedFile(
      Number.isFinite(needed)
        ? `The image's disk has ${needed} GB, more than min_disk_gb (${minDiskGb}); import it with a larger min_disk_gb.`
        : "The image's disk is larger than any disk can be.",
    );
}
