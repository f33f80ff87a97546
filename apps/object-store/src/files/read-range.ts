import type { FileHandle } from "node:fs/promises";
import type { ObjectPart } from "@fulmar/core/object-store";
import type { ObjectFiles } from "./object-files.ts";

const PIECE_BYTES = 256 * 1024;

/** A range of a file from byte `start`. */
interface Slice {
  readonly fileId: string;
  readonly start: number;
  readonly length: number;
}

/** Reads a range of an object's bytes. The opener must close it, even if nothing was read. */
export class RangeReader {
  readonly #files: ObjectFiles;
  readonly #slices: readonly Slice[];
  #open: FileHandle | undefined;

  private constructor(files: ObjectFiles, slices: readonly Slice[], first: FileHandle | undefined) {
    this.#files = files;
    this.#slices = slices;
    this.#open = first;
  }

  /** Opens the first file before resolving, so that its errors occur before the answer starts. */
  static async open(
    files: ObjectFiles,
    parts: readonly ObjectPart[],
    start: number,
    length: number,
  ): Promise<RangeReader> {
    const slices = slicesOf(parts, start, length);
    const [first] = slices;
    return new RangeReader(files, slices, first && (await files.open(first.fileId)));
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    for (const { fileId, start, length } of this.#slices) {
      const file = this.#open ?? (await this.#files.open(fileId));
      this.#open = file;
      for (let at = start, left = length; left > 0; ) {
        const { bytesRead, buffer } = await file.read({
          buffer: Buffer.allocUnsafeSlow(Math.min(left, PIECE_BYTES)),
          position: at,
        });
        if (bytesRead === 0) throw new Error(`the file ${fileId} is shorter than its row says`);
        at += bytesRead;
        left -= bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      await this.close();
    }
  }

  async close(): Promise<void> {
    const file = this.#open;
    this.#open = undefined;
    await file?.close();
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
