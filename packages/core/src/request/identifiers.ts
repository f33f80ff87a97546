import { randomFillSync } from "node:crypto";
import type { ResourcePrefix } from "@fulmar/contract";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RANDOM_BYTES = 10;

/**
 * The prefixes of identifiers: those of resources, and those that no operation names (files, folders and versions of
 * objects, recovery points and copies of images at a site, the installation, refunds, disputes, edges, terminals, moves of buckets).
 */
export type IdentifierPrefix =
  | ResourcePrefix
  | "file"
  | "imgc"
  | "store"
  | "ver"
  | "rp"
  | "ins"
  | "rfd"
  | "dsp"
  | "edge"
  | "sig"
  | "term"
  | "move";

let lastTime = 0;
const random = Buffer.alloc(RANDOM_BYTES);

/**
 * A new identifier: prefix, then 48 bits of milliseconds and 80 of randomness in Crockford's base 32 (a ULID, lower
 * case). Sorts by time of creation. Within one process the order is strict, because the random part counts up within a
 * millisecond.
 */
export function newId(prefix: IdentifierPrefix): string {
  const time = Date.now();
  if (time > lastTime) {
    lastTime = time;
    randomFillSync(random);
  } else {
    increment(random);
  }
  return `${prefix}_${encodeTime(lastTime)}${encodeRandom(random)}`;
}

/**
 * Sorts after every identifier of a prefix, as the start of a list that is newest first. Identifiers begin with a
 * timestamp whose first digit is 0 for some thousand years.
 */
export function newerThanAny(prefix: IdentifierPrefix): string {
  return `${prefix}_z`;
}

/** Sorts after every identifier, whatever its prefix: none begins with a z. */
export const NEWER_THAN_ALL = "zz";

function increment(bytes: Buffer) {
  for (let index = bytes.length - 1; index >= 0; index--) {
    bytes[index] = ((bytes[index] ?? 0) + 1) & 0xff;
    if (bytes[index] !== 0) return;
  }
}

function encodeTime(milliseconds: number): string {
  let rest = milliseconds;
  let text = "";
  for (let index = 0; index < 10; index++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function encodeRandom(bytes: Buffer): string {
  let bits = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let index = 0; index < 16; index++) {
    text = ALPHABET.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return text;
}
