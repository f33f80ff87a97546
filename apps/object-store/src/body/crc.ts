import { crc32 } from "node:zlib";
import { createCRC32, createCRC64, type IHasher } from "hash-wasm";

/** A hash that is fed piece by piece. */
export interface Hasher {
  update(bytes: Uint8Array): void;
  /** In Base64. */
  digest(): string;
}

// By their polynomials, the bits reversed. Each is one instance that all bodies share.
const crc32c = await createCRC32(0x82f63b78);
const crc64nvme = await createCRC64("9a6c9329ac4bc9b5");

export function crc32Hasher(): Hasher {
  let crc = 0;
  return {
    update(bytes) {
      crc = crc32(bytes, crc);
    },
    digest: () => base64(crc.toString(16).padStart(8, "0")),
  };
}

export const crc32cHasher = () => hasherOf(crc32c);
export const crc64Hasher = () => hasherOf(crc64nvme);

/** Between two pieces a body keeps the state that is its own: the next piece may be another body's. */
function hasherOf(shared: IHasher): Hasher {
  let state = shared.init().save();
  return {
    update(bytes) {
      state = shared.load(state).update(bytes).save();
    },
    digest: () => base64(shared.load(state).digest("hex")),
  };
}

function base64(hexadecimal: string): string {
  return Buffer.from(hexadecimal, "hex").toString("base64");
}
