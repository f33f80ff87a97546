import { createHash, createHmac } from "node:crypto";
import { type IndexedChunk, indexBytes, packsNamed, writeIndex } from "./chunk-index.ts";
import { OpenPack, type PackedChunk, packName } from "./chunk-pack.ts";
import { chunksOf, gearOf, sizesFor } from "./chunker.ts";
import type { OpenDestination } from "./destination-access.ts";
import type { StoredObject } from "./needed-objects.ts";
import { derivedKey, sealedBytes, sealObject } from "./sealed-object.ts";

const GIBIBYTE = 1024 ** 3;
/** Chunks that are found again, by their fingerprints. More are written anew: the map is in memory. */
const MOST_KNOWN = 2 ** 21;

/** Chunks that the bucket has, by their fingerprints. */
export type KnownChunks = Map<string, PackedChunk>;

export function remember(known: KnownChunks, fingerprint: string, chunk: PackedChunk): void {
  if (known.size < MOST_KNOWN && !known.has(fingerprint)) known.set(fingerprint, chunk);
}

/** A content that is in the bucket, as the list of its chunks. */
export interface WrittenFile {
  readonly index: StoredObject;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** The objects that it needs, with their bytes. */
  readonly objects: readonly (StoredObject & { readonly bytes: number })[];
}

/**
 * Writes contents to a bucket, and of them what is not known to be there. Its objects have a session of their own, so
 * that whatever it writes late, or twice, is in the place of nothing else. A pack is in memory at a time, with a chunk
 * and the list of the chunks of the file.
 */
export class ChunkWriter {
  readonly #destination: OpenDestination;
  readonly #session: string;
  readonly #known: KnownChunks;
  readonly #signal: AbortSignal;
  readonly #gear: Int32Array;
  readonly #fingerprintKey: Uint8Array;
  #next = 0;
  #open: OpenPack | undefined;

  constructor(destination: OpenDestination, session: string, known: KnownChunks, signal: AbortSignal) {
    this.#destination = destination;
    this.#session = session;
    this.#known = known;
    this.#signal = signal;
    this.#gear = gearOf(destination.key);
    this.#fingerprintKey = derivedKey(destination.key, new Uint8Array(0), "fulmar copy fingerprint 1\n");
  }

  /**
   * Writes a content, and then the list of its chunks.
   * @param sizeGb of the disk that the content is of
   * @throws ProviderError
   */
  async write(content: AsyncIterable<Uint8Array>, sizeGb: number): Promise<WrittenFile> {
    const hash = createHash("sha256");
    const chunks: IndexedChunk[] = [];
    let sizeBytes = 0;
    for await (const chunk of chunksOf(content, this.#gear, sizesFor(sizeGb * GIBIBYTE))) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      const sum = createHmac("sha256", this.#fingerprintKey).update(chunk).digest();
      const fingerprint = sum.toString("latin1");
      chunks.push({ ...(this.#known.get(fingerprint) ?? (await this.#add(sum, fingerprint, chunk))), fingerprint });
    }
    await this.#close();
    const packs = packsNamed(chunks);
    const index = { session: this.#session, number: this.#number() };
    const bytes = sealedBytes(indexBytes(packs.length, chunks.length));
    const { bucket, key, prefix } = this.#destination;
    const name = packName(index);
    await bucket.upload(`${prefix}${name}`, sealObject(key, name, writeIndex(chunks)), bytes, this.#signal);
    return { index, sizeBytes, sha256: hash.digest("hex"), objects: [...packs, { ...index, bytes }] };
  }

  async #add(sum: Buffer, fingerprint: string, chunk: Buffer): Promise<PackedChunk> {
    this.#open ??= new OpenPack(this.#destination.key, this.#session, this.#number());
    const added = await this.#open.add(sum, chunk);
    remember(this.#known, fingerprint, added);
    if (this.#open.isFull) await this.#close();
    return added;
  }

  async #close(): Promise<void> {
    if (this.#open === undefined) return;
    const { pack } = this.#open;
    const bytes = this.#open.close();
    this.#open = undefined;
    await this.#destination.bucket.put(`${this.#destination.prefix}${packName(pack)}`, bytes, this.#signal);
  }

  #number(): number {
    this.#next += 1;
    return this.#next - 1;
  }
}
