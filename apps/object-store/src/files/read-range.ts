import type { FileHandle } from "node:fs/promises";
import type { ObjectPart } from "@fulmar/core/embedded-store";
import type { ObjectFiles } from "./object-files.ts";
import { fileKey, openPieces, PIECE_BYTES, SALT_BYTES, SEALED_PIECE_BYTES } from "./sealed-file.ts";

const READ_BYTES = 16 * PIECE_BYTES;
/** Bytes of an object, from `start`. */
export interface ObjectRange {
  readonly parts: readonly ObjectPart[];
  readonly start: number;
  readonly length: number;
  /** Null for files that are not encrypted. */
  readonly dataKey: Uint8Array | null;
}

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
   */
  static async open(files: ObjectFiles, range: ObjectRange): Promise<RangeReader> {
    const slices = slicesOf(range.parts, range.start, range.length);
    const [first] = slices;
    return new RangeReader(files, slices, range.dataKey, first && (await files.open(first.fileId)));
  }

  /**
   * Reads the next piece while the last one is used.
   * @param lent whether a piece may be overwritten once the next one is asked for, which saves memory
   */
  async *bytes({ lent = false } = {}): AsyncGenerator<Uint8Array> {
    const buffers = lent ? new Lent() : FRESH;
    for (const slice of this.#slices) {
      const file = this.#open ?? (await this.#files.open(slice.fileId));
      this.#open = file;
      const pieces =
        this.#dataKey === null ? plainBytes(file, slice, buffers) : openedBytes(file, slice, this.#dataKey);
      yield* aheadByOne(pieces);
      await this.close();
    }
  }

  async close(): Promise<void> {
    const file = this.#open;
    this.#open = undefined;
    await file?.close();
  }
}

/** Where bytes are read to. */
interface Buffers {
  /** A buffer of this size. */
  take(size: number): Buffer;
}

const FRESH: Buffers = { take: (size) => Buffer.allocUnsafeSlow(size) };

/** Two buffers in turn: one is read into while the other is used. */
class Lent implements Buffers {
  readonly #buffers: [Buffer?, Buffer?] = [];
  #turn: 0 | 1 = 0;

  take(size: number): Buffer {
    this.#turn = this.#turn === 0 ? 1 : 0;
    const known = this.#buffers[this.#turn];
    const buffer = known === undefined || known.length < size ? Buffer.allocUnsafeSlow(size) : known;
    this.#buffers[this.#turn] = buffer;
    return buffer.subarray(0, size);
  }
}

/** Asks for the next piece when one is handed out. */
async function* aheadByOne(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let next = pieces.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = pieces.next();
      // It is awaited in the next round, or in the end.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
  }
}

/** Reads a range of a file as it is. */
export async function* plainBytes(
  file: FileHandle,
  { fileId, start, length }: Omit<Slice, "size">,
  buffers: Buffers = FRESH,
): AsyncGenerator<Uint8Array> {
  for (let at = start, left = length; left > 0; ) {
    const { bytesRead, buffer } = await file.read({ buffer: buffers.take(Math.min(left, READ_BYTES)), position: at });
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

/** @throws Error where the file ends before */
export async function readExactly(
  file: FileHandle,
  { fileId }: Pick<Slice, "fileId">,
  position: number,
  length: number,
): Promise<Buffer> {
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
