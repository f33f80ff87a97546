const POLYNOMIAL = 0x82_f6_3b_78;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The CRC-32C of bytes (RFC 3720, appendix B.4), which VHDX has of its headers. */
export function crc32c(bytes: Buffer): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) sum = (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
}
