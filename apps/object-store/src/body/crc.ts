import { crc32 } from "node:zlib";

/** A hash that is fed piece by piece. */
export interface Hasher {
  update(bytes: Uint8Array): void;
  /** In Base64. */
  digest(): string;
}

const CRC32C = 0x82f63b78;
/** CRC-64/NVME, reflected, in its upper and lower half. */
const CRC64 = { high: 0x9a6c9329, low: 0xac4bc9b5 } as const;

const table32c = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ CRC32C : crc >>> 1;
  return crc >>> 0;
});

const [table64High, table64Low] = (() => {
  const tables = [new Uint32Array(256), new Uint32Array(256)] as const;
  for (let byte = 0; byte < 256; byte++) {
    let [high, low] = [0, byte];
    for (let bit = 0; bit < 8; bit++) {
      const odd = low & 1;
      low = ((low >>> 1) | (high << 31)) >>> 0;
      high >>>= 1;
      if (odd === 1) [high, low] = [(high ^ CRC64.high) >>> 0, (low ^ CRC64.low) >>> 0];
    }
    tables[0][byte] = high;
    tables[1][byte] = low;
  }
  return tables;
})();

export function crc32Hasher(): Hasher {
  let crc = 0;
  return {
    update(bytes) {
      crc = crc32(bytes, crc);
    },
    digest: () => base64(crc),
  };
}

export function crc32cHasher(): Hasher {
  let crc = 0xffffffff;
  return {
    update(bytes) {
      for (const byte of bytes) crc = (table32c[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
    },
    digest: () => base64((crc ^ 0xffffffff) >>> 0),
  };
}

export function crc64Hasher(): Hasher {
  let [high, low] = [0xffffffff, 0xffffffff];
  return {
    update(bytes) {
      for (const byte of bytes) {
        const index = (low ^ byte) & 0xff;
        low = ((low >>> 8) | (high << 24)) ^ (table64Low[index] ?? 0);
        high = (high >>> 8) ^ (table64High[index] ?? 0);
      }
    },
    digest: () => base64(~high >>> 0, ~low >>> 0),
  };
}

function base64(...words: readonly number[]): string {
  const bytes = Buffer.alloc(words.length * 4);
  for (const [index, word] of words.entries()) bytes.writeUInt32BE(word >>> 0, index * 4);
  return bytes.toString("base64");
}
