// Keys of signed zones: ECDSA with P-256 and SHA-256 (RFC 6605), one key for the zone and its keys.
import { createHash, generateKeyPairSync } from "node:crypto";

const ALGORITHM = 13;
/** Flags: a key of the zone, and the one that its parent names (RFC 4034 §2.1.1). */
const FLAGS = 257;
const PROTOCOL = 3;
/** SHA-256 (RFC 4509). */
const DIGEST_TYPE = 2;

/** Both parts in base64, as DNSKEY records and files of private keys have them. */
export interface SigningKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

export function newSigningKey(): SigningKey {
  const {
    x = "",
    y = "",
    d = "",
  } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    format: "jwk",
  });
  const bytes = (...parts: readonly string[]) => Buffer.concat(parts.map((part) => Buffer.from(part, "base64url")));
  return { publicKey: bytes(x, y).toString("base64"), privateKey: bytes(d).toString("base64") };
}

/** The value of the DNSKEY record (RFC 4034 §2.2). */
export function dnskeyOf(publicKey: string): string {
  return `${FLAGS} ${PROTOCOL} ${ALGORITHM} ${publicKey}`;
}

/** The value of the DS record that the parent of a zone has of its key (RFC 4034 §5.3). @param zone without a last dot */
export function dsOf(zone: string, publicKey: string): string {
  const data = Buffer.concat([
    Buffer.from([FLAGS >> 8, FLAGS & 0xff, PROTOCOL, ALGORITHM]),
    Buffer.from(publicKey, "base64"),
  ]);
  const owner = zone
    .toLowerCase()
    .split(".")
    .map((label) => Buffer.from([label.length, ...Buffer.from(label, "ascii")]));
  const digest = createHash("sha256").update(Buffer.concat([...owner, Buffer.from([0]), data]));
  return `${tagOf(data)} ${ALGORITHM} ${DIGEST_TYPE} ${digest.digest("hex").toUpperCase()}`;
}

/** The number that names a key among those of its zone (RFC 4034, appendix B). */
function tagOf(data: Buffer): number {
  let sum = 0;
  for (const [at, byte] of data.entries()) sum += at % 2 === 0 ? byte << 8 : byte;
  return (sum + (sum >>> 16)) & 0xffff;
}

/** The private key as BIND keeps it in a file. */
export function privateKeyFile(privateKey: string): string {
  return `Private-key-format: v1.2\nAlgorithm: ${ALGORITHM} (ECDSAP256SHA256)\nPrivateKey: ${privateKey}\n`;
}
