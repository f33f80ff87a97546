// The chunks of one file in their order, with the packs that have them (docs/adr/0167).

import {
  FINGERPRINT_BYTES,
  MOST_CHUNKS_OF_PACK,
  MOST_PACK_BYTES,
  type Pack,
  type PackedChunk,
  sealedChunkBytes,
} from "./chunk-pack.ts";
import { MOST_CHUNK_BYTES } from "./chunker.ts";
import { UnopenedObject } from "./sealed-object.ts";

/** Session, number, bytes of the head, bytes, salt. */
const PACK_RECORD = 16 + 4 + 4 + 4 + 32;
/** Pack, place, offset, stored bytes, bytes, fingerprint. */
const CHUNK_RECORD = 5 * 4 + FINGERPRINT_BYTES;
const MOST_PACKS = 2 ** 21;
const MOST_CHUNKS = 2 ** 23;
/** Records that are written at once. */
const BATCH = 1024;

export interface IndexedChunk extends PackedChunk {
  /** 32 bytes as latin1, by which a chunk is found in a map. */
  readonly fingerprint: string;
}

/** How many bytes the index of so many packs and chunks has. */
export const indexBytes = (packs: number, chunks: number) => 8 + packs * PACK_RECORD + chunks * CHUNK_RECORD;

/** The packs that chunks are in, in the order in which they are named first. */
export function packsNamed(chunks: readonly PackedChunk[]): Pack[] {
  return [...new Set(chunks.map(({ pack }) => pack))];
}

/** Writes an index. Every pack must be closed. */
export async function* writeIndex(chunks: readonly IndexedChunk[]): AsyncGenerator<Buffer> {
  const packs = packsNamed(chunks);
  yield numbers(packs.length);
  yield* batches(packs, ({ session, number, headBytes, bytes, salt }) => [
    ...[Buffer.from(session, "hex"), numbers(number, headBytes, bytes), salt],
  ]);
  const places = new Map(packs.map((pack, place) => [pack, place]));
  yield numbers(chunks.length);
  yield* batches(chunks, ({ pack, place, offset, storedBytes, bytes, fingerprint }) => [
    numbers(places.get(pack) ?? 0, place, offset, storedBytes, bytes),
    Buffer.from(fingerprint, "latin1"),
  ]);
}

function* batches<Item>(items: readonly Item[], recordOf: (item: Item) => Buffer[]) {
  for (let from = 0; from < items.length; from += BATCH)
    yield Buffer.concat(items.slice(from, from + BATCH).flatMap(recordOf));
}

/**
 * The chunks that an index lists. Who has the key may have written it, so each number is checked.
 * @throws UnopenedObject
 */
export async function* readIndex(content: AsyncIterable<Uint8Array>): AsyncGenerator<IndexedChunk> {
  const records = new Records(content);
  const packs: Pack[] = [];
  try {
    for (let left = await records.count(MOST_PACKS); left > 0; left--)
      packs.push(packOf(await records.next(PACK_RECORD)));
    for (let left = await records.count(MOST_CHUNKS); left > 0; left--)
      yield chunkOf(packs, await records.next(CHUNK_RECORD));
    await records.end();
  } finally {
    await records.close();
  }
}

function packOf(record: Buffer): Pack {
  const [number, headBytes, bytes] = [record.readUInt32BE(16), record.readUInt32BE(20), record.readUInt32BE(24)];
  if (headBytes > bytes || bytes > MOST_PACK_BYTES) throw strange();
  return { session: record.toString("hex", 0, 16), number, headBytes, bytes, salt: Buffer.from(record.subarray(28)) };
}

function chunkOf(packs: readonly Pack[], record: Buffer): IndexedChunk {
  const [at, place, offset, storedBytes, bytes] = [0, 4, 8, 12, 16].map((from) => record.readUInt32BE(from)) as [
    ...[number, number, number, number, number],
  ];
  const pack = packs[at];
  if (pack === undefined || place >= MOST_CHUNKS_OF_PACK || bytes === 0 || bytes > MOST_CHUNK_BYTES) throw strange();
  const chunk = { pack, place, offset, storedBytes, bytes, fingerprint: record.toString("latin1", 20) };
  if (storedBytes > bytes || pack.headBytes + offset + sealedChunkBytes(chunk) > pack.bytes) throw strange();
  return chunk;
}

const strange = () => new UnopenedObject("The object is no list of chunks.");

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value, place * 4);
  return bytes;
}

/** Reads records of known sizes of a stream. */
class Records {
  readonly #content: AsyncIterator<Uint8Array>;
  #rest = Buffer.alloc(0);

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#content = content[Symbol.asyncIterator]();
  }

  async count(most: number): Promise<number> {
    const count = (await this.next(4)).readUInt32BE();
    if (count > most) throw strange();
    return count;
  }

  async next(size: number): Promise<Buffer> {
    while (this.#rest.byteLength < size) {
      const { value, done } = await this.#content.next();
      if (done === true) throw strange();
      this.#rest = Buffer.concat([this.#rest, value]);
    }
    const record = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    return record;
  }

  /** That nothing follows is known when the object has ended. */
  async end(): Promise<void> {
    const { done } = await this.#content.next();
    if (done !== true || this.#rest.byteLength > 0) throw strange();
  }

  async close(): Promise<void> {
    await this.#content.return?.();
  }
}
