import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { ContentDisposition } from "@fulmar/contract";
import { EDGE_DOMAIN } from "./edge.ts";

/** The parts of a URL that its signature covers. */
export interface SignedUrl {
  readonly host: string;
  /** The path as it appears in the URL, percent-encoded, beginning with a slash. */
  readonly path: string;
  /** Seconds since 1970, after which the URL is refused; null if it never expires. */
  readonly expires: number | null;
  readonly disposition: ContentDisposition | null;
}

/** A key as the edge receives it. A key id has a key for each secret of the installation. */
export interface UrlKey {
  readonly keyId: string;
  readonly key: Buffer;
  /** The time after which everything that the key signed is refused; null if not yet known. */
  readonly validUntil: Date | null;
}

const KEY_BYTES = 32;

/**
 * Derives the key that signs the URLs of one bucket, from the installation's secret and the stored salt of the
 * workspace's key. Neither of them can sign alone. A bucket that is created again under an old name gets another key.
 */
export function deriveUrlKey(
  secret: string,
  { key_id, salt }: { readonly key_id: string; readonly salt: string },
  bucketId: string,
): Buffer {
  return Buffer.from(
    hkdfSync("sha256", secret, Buffer.from(salt, "hex"), `fulmar cdn url ${key_id} ${bucketId}`, KEY_BYTES),
  );
}

/** The URL with its query: `expires` and `disposition` (each only when set), `key` and `signature`, in this order. */
export function signUrl({ keyId, key }: Pick<UrlKey, "keyId" | "key">, url: SignedUrl): string {
  const query = new URLSearchParams();
  if (url.expires !== null) query.set("expires", String(url.expires));
  if (url.disposition !== null) query.set("disposition", url.disposition);
  query.set("key", keyId);
  query.set("signature", signatureOf(keyId, key, url).toString("base64url"));
  return `https://${url.host}${url.path}?${query}`;
}

/**
 * Verifies a URL for the edge: one of these keys signed it, it is byte for byte as issued, and it has not expired. The
 * URL is signed again and compared as a whole, in constant time, so that two parsers cannot disagree about it:
 * parameters cannot be reordered or repeated, and neither path nor signature can be spelled differently. A signature
 * without an expiry was issued for a public object with a disposition, so it does not open objects that are private
 * now.
 * @param bucket the bucket that the host and the path identify, with its workspace's keys
 * @param url the URL as requested
 */
export function verifyUrl(
  bucket: { readonly keys: readonly UrlKey[]; readonly isPublic: boolean },
  url: string,
  now: Date,
): boolean {
  const read = readUrl(url);
  if (read === undefined) return false;
  const { keyId, signed } = read;
  if (signed.expires === null ? !bucket.isPublic : now.getTime() >= signed.expires * 1000) return false;
  return bucket.keys.some(
    (key) =>
      key.keyId === keyId && (key.validUntil === null || now < key.validUntil) && isSame(url, signUrl(key, signed)),
  );
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function readUrl(text: string): { signed: SignedUrl; keyId: string } | undefined {
  if (!URL.canParse(text)) return undefined;
  const { host, pathname: path, searchParams } = new URL(text);
  const expires = searchParams.get("expires");
  const disposition = ContentDisposition.nullable().safeParse(searchParams.get("disposition"));
  if (!disposition.success || (expires !== null && !/^[1-9][0-9]{0,14}$/.test(expires))) return undefined;
  return {
    keyId: searchParams.get("key") ?? "",
    signed: { host, path, expires: expires === null ? null : Number(expires), disposition: disposition.data },
  };
}

/**
 * The host is not signed, so that a URL works under every name of its bucket's distributions. On the common domain,
 * however, the path begins with the workspace and the bucket. The signature therefore includes the kind of host,
 * otherwise a URL for one kind could open an object with the same path on the other. A percent-encoded path has no line
 * breaks, so the joined parts are unambiguous.
 */
function signatureOf(keyId: string, key: Buffer, { host, path, expires, disposition }: SignedUrl): Buffer {
  const reading = host === EDGE_DOMAIN ? "common" : "own";
  return createHmac("sha256", key)
    .update([keyId, reading, path, expires ?? "", disposition ?? ""].join("\n"))
    .digest();
}
