// The format of an encrypted object of a copy (docs/adr/0156-copies-of-backups.md).
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const MAGIC = Buffer.from("FULMARC1");
const KEY_BYTES = 32;
const SALT_BYTES = 32;
const KEY_ID_BYTES = 8;
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
const TAG_BYTES = 16;
/** Bytes of the content in each chunk but the last, which has fewer or as many. */
const CHUNK_BYTES = 1024 * 1024;
/** The number of a chunk is four bytes of its nonce. */
const MOST_CHUNKS = 2 ** 32 - 1;

/** An object is not what was written under this name and key: another key's, changed, cut off or moved. */
export class UnopenedObject extends Error {
  override readonly name = "UnopenedObject";
}

/** A new key. As text, it is 43 characters of base64url. */
export const newKey = () => randomBytes(KEY_BYTES).toString("base64url");

/** Says which key an object needs, and nothing else about it. */
export function keyIdOf(key: string): string {
  return createHash("sha256")
    .update("fulmar copy key\n")
    .update(bytesOf(key))
    .digest("hex")
    .slice(0, KEY_ID_BYTES * 2);
}

/** Bytes of an object whose content has so many. */
export function sealedBytes(contentBytes: number): number {
  return HEADER_BYTES + contentBytes + Math.max(1, Math.ceil(contentBytes / CHUNK_BYTES)) * TAG_BYTES;
}

/**
 * Encrypts a content as it comes. Each object has a key of its own, derived from the key, a salt and the name, so that
 * one object cannot take the place of another. Each chunk is authenticated with its number and whether it is the last.
 * @param name of the object, without what the bucket puts before it
 */
export async function* sealObject(
  key: string,
  name: string,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const header = Buffer.concat([MAGIC, Buffer.from(keyIdOf(key), "hex"), randomBytes(SALT_BYTES)]);
  const own = keyOfObject(key, name, header);
  yield header;
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(content, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, own, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/**
 * The content of an encrypted object, as it comes: each chunk is checked before it is passed on. It ends without an
 * error only after the last chunk.
 * @throws UnopenedObject
 */
export async function* openObject(
  key: string,
  name: string,
  object: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let own: Uint8Array | undefined;
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(object, CHUNK_BYTES + TAG_BYTES, HEADER_BYTES)) {
    if (own === undefined) {
      own = keyOfObject(key, name, checkedHeader(key, bytes));
      if (isLast) throw new UnopenedObject("The object is cut off.");
      continue;
    }
    yield openChunk(own, nonceOf(number, isLast), bytes);
    number += 1;
  }
}

function checkedHeader(key: string, header: Buffer): Buffer {
  if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new UnopenedObject("The object is no part of a copy.");
  const keyId = header.toString("hex", MAGIC.length, MAGIC.length + KEY_ID_BYTES);
  if (keyId !== keyIdOf(key)) throw new UnopenedObject("The object is encrypted with another key.");
  return header;
}

function openChunk(own: Uint8Array, nonce: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw new UnopenedObject("The object is cut off.");
  const decipher = createDecipheriv(ALGORITHM, own, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new UnopenedObject("The object was changed or cut off.", { cause });
  }
}

function keyOfObject(key: string, name: string, header: Buffer): Uint8Array {
  return derivedKey(key, header.subarray(-SALT_BYTES), `fulmar copy 1\n${name}`);
}

/** 32 bytes by HKDF-SHA-256 (RFC 5869) of the key. @param info says what the bytes are for */
export function derivedKey(key: string, salt: Uint8Array, info: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", bytesOf(key), salt, info, KEY_BYTES));
}

/** The construction STREAM: seven zeros, the chunk's number, and 1 for the last chunk. */
function nonceOf(number: number, isLast: boolean): Buffer {
  if (number > MOST_CHUNKS) throw new RangeError("an object has too many chunks");
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

function bytesOf(key: string): Buffer {
  const bytes = Buffer.from(key, "base64url");
  if (bytes.length !== KEY_BYTES) throw new RangeError("a key has 32 bytes");
  return bytes;
}

/** Pieces of exactly the size, but for the last. There is always a last one. @param first the size of the first one */
async function* chunksOf(content: AsyncIterable<Uint8Array>, size: number, first = size) {
  let wanted = first;
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    for (let rest = piece; rest.byteLength > 0; ) {
      // A full one goes when more follows, so that the last one is known as such.
      if (length === wanted) {
        yield { bytes: Buffer.concat(pieces), isLast: false };
        pieces = [];
        length = 0;
        wanted = size;
      }
      const taken = rest.subarray(0, wanted - length);
      pieces.push(taken);
      length += taken.byteLength;
      rest = rest.subarray(taken.byteLength);
    }
  }
  yield { bytes: Buffer.concat(pieces), isLast: true };
}
