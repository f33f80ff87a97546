// Packs: objects of many chunks, each of which opens by itself (docs/adr/0167).
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { MOST_CHUNK_BYTES } from "./chunker.ts";
import { derivedKey, keyIdOf, UnopenedObject } from "./sealed-object.ts";

const ALGORITHM = "aes-256-gcm";
const MAGIC = Buffer.from("FULMARP1");
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const COUNT_BYTES = 4;
/** Magic, the key's fingerprint, the salt, and how many chunks there are. */
const FRONT_BYTES = MAGIC.length + 8 + SALT_BYTES + COUNT_BYTES;
export const FINGERPRINT_BYTES = 32;
/** The fingerprint of a chunk, its bytes, and how many of them are stored. */
const ENTRY_BYTES = FINGERPRINT_BYTES + 8;
/** A pack with so many bytes takes no more chunks. */
const FULL_BYTES = 16 * 1024 * 1024;
export const MOST_CHUNKS_OF_PACK = 1024;
/** What is before the chunks of a pack has no more bytes. */
const MOST_HEAD_BYTES = headBytes(MOST_CHUNKS_OF_PACK);
export const MOST_PACK_BYTES = MOST_HEAD_BYTES + FULL_BYTES + MOST_CHUNK_BYTES + MOST_CHUNKS_OF_PACK * TAG_BYTES;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A pack in a bucket. `session` is of the attempt that wrote it, and no other writes under that name. */
export interface Pack {
  readonly session: string;
  readonly number: number;
  readonly salt: Buffer;
  headBytes: number;
  bytes: number;
}

/** Where a chunk is. Its bytes are compressed where that makes fewer of them. */
export interface PackedChunk {
  readonly pack: Pack;
  /** Which one of the pack it is, from 0. */
  readonly place: number;
  /** Bytes between the head of the pack and the chunk. */
  readonly offset: number;
  readonly storedBytes: number;
  readonly bytes: number;
}

export const newSession = () => randomBytes(16).toString("hex");
export const packsOf = (session: string) => `packs/${session}/`;
export const packName = ({ session, number }: { readonly session: string; readonly number: number }) =>
  `${packsOf(session)}${number}`;

/** Bytes of a chunk in its pack. */
export const sealedChunkBytes = ({ storedBytes }: { readonly storedBytes: number }) => storedBytes + TAG_BYTES;

/** A pack that is filled. */
export class OpenPack {
  readonly pack: Pack;
  readonly #key: string;
  readonly #own: Uint8Array;
  readonly #sealed: Buffer[] = [];
  readonly #entries: Buffer[] = [];
  #offset = 0;

  constructor(key: string, session: string, number: number) {
    const salt = randomBytes(SALT_BYTES);
    this.pack = { session, number, salt, headBytes: 0, bytes: 0 };
    this.#key = key;
    this.#own = keyOfPack(key, this.pack);
  }

  get isFull(): boolean {
    return this.#offset >= FULL_BYTES || this.#sealed.length === MOST_CHUNKS_OF_PACK;
  }

  async add(fingerprint: Buffer, chunk: Buffer): Promise<PackedChunk> {
    const compressed = await compress(chunk);
    const stored = compressed.byteLength < chunk.byteLength ? compressed : chunk;
    const sizes = { bytes: chunk.byteLength, storedBytes: stored.byteLength };
    const added = { pack: this.pack, place: this.#sealed.length, offset: this.#offset, ...sizes };
    const sealed = seal(this.#own, added.place + 1, stored);
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(sizes.bytes, 0);
    lengths.writeUInt32BE(sizes.storedBytes, 4);
    this.#entries.push(fingerprint, lengths);
    this.#sealed.push(sealed);
    this.#offset += sealed.byteLength;
    return added;
  }

  /** The bytes of the object. The pack takes nothing more. */
  close(): Buffer {
    const count = Buffer.alloc(COUNT_BYTES);
    count.writeUInt32BE(this.#sealed.length);
    const table = seal(this.#own, 0, Buffer.concat(this.#entries));
    const front = Buffer.concat([MAGIC, Buffer.from(keyIdOf(this.#key), "hex"), this.pack.salt, count]);
    const bytes = Buffer.concat([front, table, ...this.#sealed]);
    this.pack.headBytes = front.byteLength + table.byteLength;
    this.pack.bytes = bytes.byteLength;
    return bytes;
  }
}

/** The most bytes at the beginning of a pack that say what it has. */
export const PACK_HEAD = MOST_HEAD_BYTES;

/**
 * The chunks of a pack by its beginning, with their fingerprints.
 * @throws UnopenedObject
 */
export function openHead(
  key: string,
  { session, number }: { readonly session: string; readonly number: number },
  beginning: Buffer,
): (PackedChunk & { readonly fingerprint: string })[] {
  if (beginning.byteLength < FRONT_BYTES || !beginning.subarray(0, MAGIC.length).equals(MAGIC))
    throw new UnopenedObject("The object is no pack.");
  if (beginning.toString("hex", MAGIC.length, MAGIC.length + 8) !== keyIdOf(key))
    throw new UnopenedObject("The object is encrypted with another key.");
  const salt = Buffer.from(beginning.subarray(MAGIC.length + 8, FRONT_BYTES - COUNT_BYTES));
  const count = beginning.readUInt32BE(FRONT_BYTES - COUNT_BYTES);
  if (count === 0 || count > MOST_CHUNKS_OF_PACK) throw new UnopenedObject("The object is no pack.");
  const pack = { session, number, salt, headBytes: headBytes(count), bytes: 0 };
  const table = open(keyOfPack(key, pack), 0, beginning.subarray(FRONT_BYTES, pack.headBytes));
  let offset = 0;
  const chunks = Array.from({ length: count }, (_, place) => {
    const at = place * ENTRY_BYTES;
    const fingerprint = table.toString("latin1", at, at + FINGERPRINT_BYTES);
    const bytes = table.readUInt32BE(at + FINGERPRINT_BYTES);
    const storedBytes = table.readUInt32BE(at + FINGERPRINT_BYTES + 4);
    const chunk = { pack, place, offset, storedBytes, bytes, fingerprint };
    offset += sealedChunkBytes(chunk);
    return chunk;
  });
  pack.bytes = pack.headBytes + offset;
  return chunks;
}

/**
 * The content of a chunk, of its bytes in the pack.
 * @throws UnopenedObject
 */
export async function openChunk(key: string, { pack, place, bytes, storedBytes }: PackedChunk, sealed: Buffer) {
  const stored = open(keyOfPack(key, pack), place + 1, sealed);
  if (storedBytes === bytes) return stored;
  try {
    const content = await decompress(stored, { maxOutputLength: bytes });
    if (content.byteLength === bytes) return content;
  } catch (cause) {
    throw new UnopenedObject("A chunk of the object does not unpack.", { cause });
  }
  throw new UnopenedObject("A chunk of the object has another size.");
}

/** Each pack has a salt, and so a key of its own, and each part of it a number. */
function keyOfPack(key: string, pack: Pack): Uint8Array {
  return derivedKey(key, pack.salt, `fulmar pack 1\n${packName(pack)}`);
}

function seal(own: Uint8Array, number: number, content: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, own, nonceOf(number), { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function open(own: Uint8Array, number: number, sealed: Buffer): Buffer {
  if (sealed.byteLength < TAG_BYTES) throw new UnopenedObject("The object is cut off.");
  const decipher = createDecipheriv(ALGORITHM, own, nonceOf(number), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new UnopenedObject("The object was changed or cut off.", { cause });
  }
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 8);
  return nonce;
}

function headBytes(chunks: number): number {
  return FRONT_BYTES + chunks * ENTRY_BYTES + TAG_BYTES;
}
