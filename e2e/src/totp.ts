import { createHmac } from "node:crypto";

/**
 * The current code of an authenticator app (RFC 6238 with the usual defaults: SHA-1, 30 seconds, 6 digits).
 * @param secret in base 32, as the app gets it
 * @param stepsAhead how many codes after the current one
 */
export function totpCode(secret: string, stepsAhead = 0): string {
  const bits = [...secret]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const digest = createHmac("sha1", key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}
