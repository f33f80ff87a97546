import { LRUCache } from "lru-cache";
import type { ObjectFiles } from "./object-files.ts";
import { type ObjectRange, readExactly } from "./read-range.ts";

/** A range of at most this size is read at once. */
const MOST_AT_ONCE = 256 * 1024;
/** Files of at most this size are kept in memory. */
const MOST_KEPT = 64 * 1024;
const KEPT_BYTES = 64 * 1024 * 1024;
/** Bytes of an entry besides those of its file. */
const ENTRY_BYTES = 256;

/**
 * Reads small ranges without a stream. Small files that were read lately are kept in memory: a file never changes, and
 * whether an object has it is asked of the database each time. Opening, reading and closing one takes longer than the
 * rest of its request.
 */
export class SmallFiles {
  readonly #files: ObjectFiles;
  readonly #kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (bytes) => bytes.length + ENTRY_BYTES,
  });

  constructor(files: ObjectFiles) {
    this.#files = files;
  }

  /** @returns undefined for a larger range, one of several files, or one that is encrypted */
  async read({ parts, start, length, dataKey }: ObjectRange): Promise<Uint8Array | undefined> {
    const [part] = parts;
    if (part === undefined || parts.length > 1 || dataKey !== null || length > MOST_AT_ONCE) return undefined;
    const { fileId, size } = part;
    const known = this.#kept.get(fileId);
    if (known !== undefined) return known.subarray(start, start + length);
    const file = await this.#files.open(fileId);
    try {
      const bytes = await readExactly(file, part, start, length);
      if (length === size && size <= MOST_KEPT) this.#kept.set(fileId, bytes);
      return bytes;
    } finally {
      await file.close();
    }
  }
}
