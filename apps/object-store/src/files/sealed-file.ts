import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/*
 * An encrypted file: a salt of 16 bytes, then pieces of 64 KiB, each as AES-256-GCM ciphertext with its tag behind it.
 * The key is derived from the object's data key and the salt, so every file has its own, and a piece's nonce is its
 * number. A range is read without the pieces before it, and a changed, moved or missing piece does not open
 * (docs/adr/0052).
 */

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const TAG_BYTES = 16;

export const SALT_BYTES = 16;
/** Of the plain bytes of every piece but the last. */
export const PIECE_BYTES = 64 * 1024;
export const SEALED_PIECE_BYTES = PIECE_BYTES + TAG_BYTES;

/** Encrypts the bytes of one file. */
export async function* sealed(bytes: AsyncIterable<Uint8Array>, dataKey: Uint8Array): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(SALT_BYTES);
  const key = fileKey(dataKey, salt);
  yield salt;
  const piece = Buffer.alloc(PIECE_BYTES);
  let filled = 0;
  let number = 0;
  for await (const arrived of bytes) {
    for (let at = 0; at < arrived.length; ) {
      const taken = Math.min(PIECE_BYTES - filled, arrived.length - at);
      piece.set(arrived.subarray(at, at + taken), filled);
      at += taken;
      filled += taken;
      if (filled < PIECE_BYTES) continue;
      yield sealPiece(key, number++, piece);
      filled = 0;
    }
  }
  if (filled > 0) yield sealPiece(key, number, piece.subarray(0, filled));
}

/** The key of a file with this salt. */
export function fileKey(dataKey: Uint8Array, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", dataKey, salt, "fulmar object file", KEY_BYTES));
}

/**
 * Decrypts pieces that follow each other, from piece `number`.
 * @throws Error where a piece is not the one that was written
 */
export function openPieces(key: Uint8Array, number: number, sealedPieces: Uint8Array): Buffer {
  const opened: Buffer[] = [];
  for (let at = 0; at < sealedPieces.length; at += SEALED_PIECE_BYTES) {
    const piece = sealedPieces.subarray(at, at + SEALED_PIECE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number++), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(piece.subarray(-TAG_BYTES));
    opened.push(decipher.update(piece.subarray(0, -TAG_BYTES)));
    decipher.final();
  }
  return Buffer.concat(opened);
}

function sealPiece(key: Uint8Array, number: number, piece: Uint8Array): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(number), { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}
