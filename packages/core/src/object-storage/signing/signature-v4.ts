import { createHmac, createSecretKey, hash, type KeyObject } from "node:crypto";

/** The scope of a Signature Version 4 key: a day (YYYYMMDD), a region and a service. */
export interface SigningScope {
  readonly date: string;
  readonly region: string;
  readonly service: string;
}

export const ALGORITHM = "AWS4-HMAC-SHA256";
/** The payload hash of a request whose body is not signed. */
export const UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";

/** The signed parts of a request. */
interface CanonicalRequest {
  readonly method: string;
  /** The path as it is sent, each segment encoded once. */
  readonly path: string;
  /** Names and values, decoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case with their values, ordered by name. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly payloadHash: string;
}

export function sha256(text: string): string {
  return hash("sha256", text);
}

/**
 * @param key for a key that signs often, a KeyObject: one is made of other keys each time, which takes longer than the
 * HMAC
 */
export function hmac(key: Buffer | string | KeyObject, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** Percent-encoding as in AWS: everything but letters, digits, `-`, `.`, `_` and `~`. */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function scopeText({ date, region, service }: SigningScope): string {
  return `${date}/${region}/${service}/aws4_request`;
}

export function signingKey(secret: string, { date, region, service }: SigningScope): KeyObject {
  return createSecretKey(hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), "aws4_request"));
}

/** @param at the time of signing, YYYYMMDDTHHMMSSZ */
export function stringToSign(at: string, scope: SigningScope, request: CanonicalRequest): string {
  return [ALGORITHM, at, scopeText(scope), sha256(canonicalText(request))].join("\n");
}

/** Query parameters are ordered by encoded name, then value, in byte order. */
export function canonicalQuery(query: CanonicalRequest["query"]): string {
  const encoded = query.map(([name, value]) => [uriEncode(name), uriEncode(value)] as const);
  encoded.sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)));
  return encoded.map(([name, value]) => `${name}=${value}`).join("&");
}

function canonicalText({ method, path, query, headers, payloadHash }: CanonicalRequest): string {
  const lines = headers.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, " ")}\n`).join("");
  return [method, path, canonicalQuery(query), lines, headers.map(([name]) => name).join(";"), payloadHash].join("\n");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
