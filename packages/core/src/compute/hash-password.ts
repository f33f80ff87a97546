import { hash, randomBytes } from "node:crypto";
import { setImmediate as othersTurn } from "node:timers/promises";

/** The default number of rounds of crypt(3), about ten milliseconds of work. */
const ROUNDS = 5_000;
/** After this many rounds, the function yields to other requests. */
const AT_A_STRETCH = 250;
const DIGITS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Hashes a password like crypt(3) with SHA-512 (`$6$`), the format of a machine's password file. A provider can thus
 * set the password without knowing it. https://www.akkadia.org/drepper/SHA-crypt.txt
 * @param salt 1 to 16 characters of crypt's alphabet
 */
export async function hashPassword(
  password: string,
  salt: string = randomBytes(12).toString("base64").replaceAll("+", "."),
): Promise<string> {
  const key = Buffer.from(password, "utf8");
  return `$6$${salt}$${encode(await digestOf(key, Buffer.from(salt, "ascii")))}`;
}

function sha512(...parts: readonly Buffer[]): Buffer {
  return hash("sha512", Buffer.concat(parts), "buffer");
}

/** Steps 1 to 21 of the specification. */
async function digestOf(key: Buffer, salt: Buffer): Promise<Buffer> {
  let digest = sha512(...startOf(key, salt));
  const keys = fill(sha512(...Array.from(key, () => key)), key.length);
  const salts = fill(sha512(...Array.from({ length: 16 + digest.readUInt8(0) }, () => salt)), salt.length);
  for (let round = 0; round < ROUNDS; round++) {
    if (round % AT_A_STRETCH === 0) await othersTurn();
    const odd = round % 2 === 1;
    const middle = [...(round % 3 === 0 ? [] : [salts]), ...(round % 7 === 0 ? [] : [keys])];
    digest = odd ? sha512(keys, ...middle, digest) : sha512(digest, ...middle, keys);
  }
  return digest;
}

/**
 * Steps 1 to 12: the digest of key, salt and a second digest, which is added according to the bytes and bits of the
 * key's length.
 */
function startOf(key: Buffer, salt: Buffer): Buffer[] {
  const other = sha512(key, salt, key);
  const parts = [key, salt, fill(other, key.length)];
  for (let bits = key.length; bits > 0; bits >>= 1) parts.push(bits % 2 === 1 ? other : key);
  return parts;
}

/** Repeats a digest to a length. */
function fill(digest: Buffer, length: number): Buffer {
  return Buffer.alloc(length, digest);
}

/**
 * Step 22: encodes three bytes at a time, taken from the three thirds of the digest in turn, as four digits, lowest
 * first. The last byte becomes two digits.
 */
function encode(digest: Buffer): string {
  let text = "";
  for (let turn = 0, at = [0, 21, 42]; turn < 21; turn++) {
    const [high = 0, middle = 0, low = 0] = at;
    text += digits((digest.readUInt8(high) << 16) | (digest.readUInt8(middle) << 8) | digest.readUInt8(low), 4);
    at = [middle + 1, low + 1, high + 1];
  }
  return text + digits(digest.readUInt8(63), 2);
}

function digits(value: number, count: number): string {
  return Array.from({ length: count }, (_, nth) => DIGITS.charAt((value >> (6 * nth)) & 63)).join("");
}
