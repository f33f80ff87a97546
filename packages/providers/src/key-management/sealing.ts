import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals bytes with AES-256-GCM and a random nonce. Layout: nonce, tag, ciphertext of the same length as the input.
 * Random nonces of 96 bits are safe for 2^32 seals under one key (NIST SP 800-38D, 8.3).
 * @param associated what the result is bound to; not part of it
 */
export function seal(key: KeyObject, plain: Uint8Array, associated: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(associated),
  );
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Opens sealed bytes. @throws Error when the key, the associated text or any bit of the sealed bytes is different */
export function open(key: KeyObject, sealed: Uint8Array, associated: string): Buffer {
  const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(associated))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
