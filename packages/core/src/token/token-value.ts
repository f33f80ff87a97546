import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

export type Environment = "development" | "production";

/** API tokens of organizations, and tokens of who runs the installation. */
export type TokenKind = "key" | "operator";

const PLACE: Readonly<Record<Environment, string>> = { development: "dev", production: "prod" };
const prefixOf = (environment: Environment, kind: TokenKind) => `svc_${PLACE[environment]}_${kind}_`;
/** The part before the secret: the prefix of the environment, and the name of the cell where there are several. */
const BEFORE_SECRET = /^svc_(?:dev|prod)_(?:key|operator)_(?:[a-z][a-z0-9]*_)?/;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^(?:[a-z][a-z0-9]{0,15}_)?[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);
/** The number of characters that are stored in clear, so that people can tell their tokens apart. */
const SHOWN = 6;

/** Where a token value is in force. */
export interface TokenPlace {
  readonly environment: Environment;
  /** The name of the cell, by which the front of several cells finds it (docs/adr/0095). Undefined: there is one. */
  readonly cell?: string | undefined;
}

/**
 * A new token value: prefix of the environment, name of the cell if it has one, 32 random bytes in
 * base 62, CRC-32 of all.
 */
export function newTokenValue({ environment, cell }: TokenPlace, kind: TokenKind = "key"): string {
  const before = prefixOf(environment, kind) + (cell === undefined ? "" : `${cell}_`);
  const body = before + base62(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_LENGTH);
  return body + checksum(body);
}

/**
 * Whether a value is a token of this environment, by format and checksum alone. Typos are refused without a query. The
 * cell that it names is not compared: the tokens of an installation stay valid when it becomes a cell.
 */
export function isTokenValue(value: string, environment: Environment, kind: TokenKind = "key"): boolean {
  const prefix = prefixOf(environment, kind);
  if (!value.startsWith(prefix) || !SHAPE.test(value.slice(prefix.length))) return false;
  return checksum(value.slice(0, -CHECKSUM_LENGTH)) === value.slice(-CHECKSUM_LENGTH);
}

/** The stored hash of a token value. A lookup by hash does not leak the value through timing. */
export function hashTokenValue(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}

/** The prefix of a value, which is safe to show. */
export function tokenPrefix(value: string): string {
  const [before = ""] = BEFORE_SECRET.exec(value) ?? [];
  return value.slice(0, before.length + SHOWN);
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  for (let index = 0; index < length; index++) {
    text = BASE62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
