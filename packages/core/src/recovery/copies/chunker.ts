// Cuts a stream where its content says so, so that what is inserted or left out moves no other cut (docs/adr/0167).
import { derivedKey } from "./sealed-object.ts";

const MIB = 1024 * 1024;
/** Smaller chunks are written again for less that has changed, and larger ones are fewer. */
const USUAL_LIKELY = MIB / 4;
/** The largest disk that has the usual chunks. Larger ones have larger chunks, so that no list of them is long. */
const USUAL_BYTES = 128 * 1024 * MIB;
const MOST_LIKELY = 16 * MIB;

/** Sizes of chunks, in bytes. The likely one is a power of two. */
interface ChunkSizes {
  readonly least: number;
  readonly likely: number;
  readonly most: number;
}

/** The sizes for a disk. One that grows keeps them until it has more than 128 GiB, or twice that, and so on. */
export function sizesFor(diskBytes: number): ChunkSizes {
  let likely = USUAL_LIKELY;
  for (let bytes = USUAL_BYTES; bytes < diskBytes && likely < MOST_LIKELY; bytes *= 2) likely *= 2;
  return { least: likely / 4, likely, most: likely * 4 };
}

/** No chunk has more bytes. */
export const MOST_CHUNK_BYTES = MOST_LIKELY * 4;

/**
 * A random number for each byte, by the key of the destination: without it, nobody knows where a content is cut, and the
 * sizes of objects say nothing about it.
 */
export function gearOf(key: string): Int32Array {
  const gear = new Int32Array(256);
  for (let block = 0; block < 32; block++) {
    const bytes = Buffer.from(derivedKey(key, new Uint8Array(0), `fulmar copy gear 1\n${block}`));
    for (let place = 0; place < 8; place++) gear[block * 8 + place] = bytes.readInt32LE(place * 4);
  }
  return gear;
}

/**
 * Chunks of a content, as it comes: FastCDC (Xia et al., USENIX ATC 2016) with the gear hash of 32 bits. Each byte is
 * looked at once and copied once. An empty content has no chunk.
 */
export async function* chunksOf(
  content: AsyncIterable<Uint8Array>,
  gear: Int32Array,
  sizes: ChunkSizes,
): AsyncGenerator<Buffer> {
  const cutter = new Cutter(gear, sizes);
  let pieces: Uint8Array[] = [];
  for await (const piece of content) {
    for (let from = 0; from < piece.byteLength; ) {
      const { to, isCut } = cutter.next(piece, from);
      pieces.push(piece.subarray(from, to));
      from = to;
      if (!isCut) continue;
      yield Buffer.concat(pieces);
      pieces = [];
    }
  }
  if (pieces.length > 0) yield Buffer.concat(pieces);
}

/** Looks for the end of one chunk after another. */
class Cutter {
  readonly #gear: Int32Array;
  readonly #sizes: ChunkSizes;
  /** The upper bits of the hash that are zero at a cut: two more before the likely size, and two fewer after it. */
  readonly #hard: number;
  readonly #easy: number;
  #hash = 0;
  #length = 0;

  constructor(gear: Int32Array, sizes: ChunkSizes) {
    this.#gear = gear;
    this.#sizes = sizes;
    const bits = Math.log2(sizes.likely);
    this.#hard = 30 - bits;
    this.#easy = 34 - bits;
  }

  /** How far the chunk goes in the piece, and whether it ends there. */
  next(piece: Uint8Array, from: number): { readonly to: number; readonly isCut: boolean } {
    const { least, likely, most } = this.#sizes;
    const gear = this.#gear;
    const begin = from - this.#length;
    // No chunk ends before the least size, so that is not hashed.
    let at = Math.min(piece.byteLength, Math.max(from, begin + least));
    let hash = this.#hash;
    for (const [end, shift] of [
      [Math.min(piece.byteLength, begin + likely), this.#hard],
      [Math.min(piece.byteLength, begin + most), this.#easy],
    ] as const) {
      while (at < end) {
        hash = ((hash << 1) + (gear[piece[at] ?? 0] ?? 0)) | 0;
        at += 1;
        if (hash >>> shift === 0) return this.#cut(at);
      }
    }
    if (at - begin === most) return this.#cut(at);
    this.#hash = hash;
    this.#length = at - begin;
    return { to: at, isCut: false };
  }

  #cut(to: number) {
    this.#hash = 0;
    this.#length = 0;
    return { to, isCut: true };
  }
}
