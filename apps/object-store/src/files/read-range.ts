import type { FileHandle } from "node:fs/promises";
import type { ObjectPart } from "@fulmar/core/object-store";
import type { ObjectFiles } from "./object-files.ts";

const PIECE_BYTES = 256 * 1024;

/** A range of a file: bytes from `start` on. */
interface Slice {
  readonly fileId: string;
  readonly start: number;
  readonly length: number;
}

/**
 * The bytes of an object from `start` on. The first file is open when this resolves, and those behind it are kept: whatever is written
 * under the key meanwhile, the object is read to its end.
 */
export async function readRange(files: ObjectFiles, parts: readonly ObjectPart[], start: number, length: number): Promise<AsyncGenerator<Uint8Array>> {
  const slices = slicesOf(parts, start, length);
  const [first] = slices;
  const opened = first && (await files.open(first.fileId));
  return bytesOf(files, slices, opened);
}

async function* bytesOf(files: ObjectFiles, slices: readonly Slice[], opened: FileHandle | undefined): AsyncGenerator<Uint8Array> {
  let next = opened;
  try {
    for (const { fileId, start, length } of slices) {
      const file = next ?? (await files.open(fileId));
      next = file;
      for (let at = start, left = length; left > 0; ) {
        const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafeSlow(Math.min(left, PIECE_BYTES)), position: at });
        if (bytesRead === 0) throw new Error(`the file ${fileId} is shorter than its row says`);
        at += bytesRead;
        left -= bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      await file.close();
      next = undefined;
    }
  } finally {
    await next?.close();
  }
}

function slicesOf(parts: readonly ObjectPart[], start: number, length: number): Slice[] {
  const slices: Slice[] = [];
  let offset = 0;
  for (const { fileId, size } of parts) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(start + length - offset, size);
    if (to > from) slices.push({ fileId, start: from, length: to - from });
    offset += size;
  }
  return slices;
}
