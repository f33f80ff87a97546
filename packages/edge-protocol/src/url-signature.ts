import { createHmac, timingSafeEqual } from "node:crypto";
import { ContentDisposition } from "@fulmar/contract";

/** The parts of a URL that its signature covers. */
export interface SignedUrl {
  /**
   * Whether the URL is on the CDN's common domain, where the path begins with the workspace and the bucket, or on a
   * host of a distribution's own.
   */
  readonly reading: "common" | "own";
  /** The path as it appears in the URL, percent-encoded, beginning with a slash. */
  readonly path: string;
  /** Seconds since 1970, after which the URL is refused; null if it never expires. */
  readonly expires: number | null;
  readonly disposition: ContentDisposition | null;
  /** Whose credential asked for the URL; null for a URL that never expires. */
  readonly signer: string | null;
}

/** A key as an edge receives it. A key id has a key for each secret of the installation. */
export interface UrlKey {
  readonly keyId: string;
  /** 32 bytes. */
  readonly key: Buffer;
  /** The time after which everything that the key signed is refused; null if not yet known. */
  readonly validUntil: Date | null;
}

/** Somebody whose credential ends before the URLs that it has signed. */
export interface EndedSigner {
  readonly signer: string;
  readonly until: Date;
}

/**
 * The path with its query: `expires`, `disposition` and `signer` (each only when set), `key` and `signature`, in this
 * order. It follows the scheme and the host.
 */
export function signUrl({ keyId, key }: Pick<UrlKey, "keyId" | "key">, url: SignedUrl): string {
  const query = new URLSearchParams();
  if (url.expires !== null) query.set("expires", String(url.expires));
  if (url.disposition !== null) query.set("disposition", url.disposition);
  if (url.signer !== null) query.set("signer", url.signer);
  query.set("key", keyId);
  query.set("signature", signatureOf(keyId, key, url).toString("base64url"));
  return `${url.path}?${query}`;
}

/**
 * Verifies a URL for the edge: one of these keys signed it, it is byte for byte as issued, it has not expired, and its
 * signer's credential has not ended. The URL is signed again and compared as a whole, in constant time, so that two
 * parsers cannot disagree about it: parameters cannot be reordered or repeated, and neither path nor signature can be
 * spelled differently. A signature without an expiry was issued for a public object with a disposition, so it does not
 * open objects that are private now.
 * @param bucket the bucket that the host and the path identify, with its workspace's keys
 * @param target path and query as requested
 */
export function verifyUrl(
  bucket: {
    readonly keys: readonly UrlKey[];
    readonly endedSigners: readonly EndedSigner[];
    readonly isPublic: boolean;
  },
  reading: SignedUrl["reading"],
  target: string,
  now: Date,
): { readonly disposition: ContentDisposition | null } | undefined {
  const read = readTarget(reading, target);
  if (read === undefined) return undefined;
  const { keyId, signed } = read;
  if (signed.expires === null ? !bucket.isPublic : now.getTime() >= signed.expires * 1000) return undefined;
  if (bucket.endedSigners.some(({ signer, until }) => signer === signed.signer && now >= until)) return undefined;
  const isSigned = bucket.keys.some(
    (key) =>
      key.keyId === keyId && (key.validUntil === null || now < key.validUntil) && isSame(target, signUrl(key, signed)),
  );
  return isSigned ? { disposition: signed.disposition } : undefined;
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function readTarget(reading: SignedUrl["reading"], target: string): { signed: SignedUrl; keyId: string } | undefined {
  const text = `https://host${target}`;
  if (!target.startsWith("/") || !URL.canParse(text)) return undefined;
  const { pathname: path, searchParams } = new URL(text);
  if (!canNameObject(path)) return undefined;
  const expires = searchParams.get("expires");
  const disposition = ContentDisposition.nullable().safeParse(searchParams.get("disposition"));
  const signer = searchParams.get("signer");
  if (!disposition.success || (signer !== null && !/^\w+$/.test(signer))) return undefined;
  if (expires !== null && !/^[1-9][0-9]{0,14}$/.test(expires)) return undefined;
  return {
    keyId: searchParams.get("key") ?? "",
    signed: {
      ...{ reading, path, expires: expires === null ? null : Number(expires) },
      ...{ disposition: disposition.data, signer },
    },
  };
}

/**
 * Whether an object can have the path: it has no wrong escape, no NUL and, once decoded, no segment . or .. (an encoded
 * slash ends a segment, too). Edges answer no other path, as `canonical` of apps/edge/src/cdn/lua/edge/path.lua says.
 */
function canNameObject(path: string): boolean {
  if (/%(?![0-9A-Fa-f]{2})|%00/.test(path)) return false;
  return !/\/\.\.?(\/|$)/.test(path.replace(/%2E/gi, ".").replace(/%2F/gi, "/"));
}

/**
 * The host is not signed, so that a URL works under every name of its bucket's distributions. On the common domain,
 * however, the path begins with the workspace and the bucket. The signature therefore includes the kind of host,
 * otherwise a URL for one kind could open an object with the same path on the other. A percent-encoded path has no line
 * breaks, so the joined parts are unambiguous.
 */
function signatureOf(keyId: string, key: Buffer, { reading, path, expires, disposition, signer }: SignedUrl): Buffer {
  const parts = [keyId, reading, path, expires ?? "", disposition ?? "", ...(signer === null ? [] : [signer])];
  return createHmac("sha256", key).update(parts.join("\n")).digest();
}
