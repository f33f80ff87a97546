import type { FileHandle } from "node:fs/promises";
import type { ObjectPart } from "@fulmar/core/object-store";
import type { ObjectFiles } from "./object-files.ts";
import { fileKey, openPieces, PIECE_BYTES, SALT_BYTES, SEALED_PIECE_BYTES } from "./sealed-file.ts";

const READ_BYTES = 4 * PIECE_BYTES;

/** A range of a file from byte `start`. */
interface Slice {
  readonly fileId: string;
  readonly start: number;
  readonly length: number;
  /** Of the whole file, in plain bytes. */
  readonly size: number;
}

/** Reads a range of an object's bytes. The opener must close it, even if nothing was read. */
export class RangeReader {
  readonly #files: ObjectFiles;
  readonly #slices: readonly Slice[];
  readonly #dataKey: Uint8Array | null;
  #open: FileHandle | undefined;

  private constructor(
    files: ObjectFiles,
    slices: readonly Slice[],
    dataKey: Uint8Array | null,
    first: FileHandle | undefined,
  ) {
    this.#files = files;
    this.#slices = slices;
    this.#dataKey = dataKey;
    this.#open = first;
  }

  /**
   * Opens the first file before resolving, so that its errors occur before the answer starts.
   * @param range.dataKey null for files that are not encrypted
   */
  static async open(
    files: ObjectFiles,
    range: {
      readonly parts: readonly ObjectPart[];
      readonly start: number;
      readonly length: number;
      readonly dataKey: Uint8Array | null;
    },
  ): Promise<RangeReader> {
    const slices = slicesOf(range.parts, range.start, range.length);
    const [first] = slices;
    return new RangeReader(files, slices, range.dataKey, first && (await files.open(first.fileId)));
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    for (const slice of this.#slices) {
      const file = this.#open ?? (await this.#files.open(slice.fileId));
      this.#open = file;
      yield* this.#dataKey === null ? plainBytes(file, slice) : openedBytes(file, slice, this.#dataKey);
      await this.close();
    }
  }

  async close(): Promise<void> {
    const file = this.#open;
    this.#open = undefined;
    await file?.close();
  }
}

async function* plainBytes(file: FileHandle, { fileId, start, length }: Slice): AsyncGenerator<Uint8Array> {
  for (let at = start, left = length; left > 0; ) {
    const { bytesRead, buffer } = await file.read({
      buffer: Buffer.allocUnsafeSlow(Math.min(left, READ_BYTES)),
      position: at,
    });
    if (bytesRead === 0) throw tooShort(fileId);
    at += bytesRead;
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* openedBytes(file: FileHandle, slice: Slice, dataKey: Uint8Array): AsyncGenerator<Uint8Array> {
  const { start, length, size } = slice;
  const key = fileKey(dataKey, await readExactly(file, slice, 0, SALT_BYTES));
  const pieces = Math.ceil(size / PIECE_BYTES);
  const tags = SEALED_PIECE_BYTES - PIECE_BYTES;
  const end = start + length;
  for (let piece = Math.floor(start / PIECE_BYTES); piece * PIECE_BYTES < end; piece += READ_BYTES / PIECE_BYTES) {
    const first = piece * PIECE_BYTES;
    const plain = Math.min(READ_BYTES, size - first);
    const count = Math.min(READ_BYTES / PIECE_BYTES, pieces - piece);
    const sealed = await readExactly(file, slice, SALT_BYTES + piece * SEALED_PIECE_BYTES, plain + count * tags);
    yield openPieces(key, piece, sealed).subarray(Math.max(start - first, 0), Math.min(end - first, plain));
  }
}

async function readExactly(file: FileHandle, { fileId }: Slice, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read({ buffer, offset: at, length: length - at, position: position + at });
    if (bytesRead === 0) throw tooShort(fileId);
    at += bytesRead;
  }
  return buffer;
}

function tooShort(fileId: string): Error {
  return new Error(`the file ${fileId} is shorter than its row says`);
}

function slicesOf(parts: readonly ObjectPart[], start: number, length: number): Slice[] {
  const slices: Slice[] = [];
  let offset = 0;
  for (const { fileId, size } of parts) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(start + length - offset, size);
    if (to > from) slices.push({ fileId, start: from, length: to - from, size });
    offset += size;
  }
  return slices;
}
