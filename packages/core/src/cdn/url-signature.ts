import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { ContentDisposition } from "@fulmar/contract";
import { EDGE_DOMAIN } from "./edge.ts";

/** What a signature vouches for: nothing of it can be changed or left out, and nothing can be added. */
export interface SignedUrl {
  readonly host: string;
  /** As it stands in the URL, percent-encoded, beginning with a slash. */
  readonly path: string;
  /** Seconds since 1970, after which the URL is refused; null: never. */
  readonly expires: number | null;
  readonly disposition: ContentDisposition | null;
}

/** A key as the edge has it. */
export interface UrlKey {
  readonly keyId: string;
  readonly key: Buffer;
  /** When everything that it has signed is refused; null: not yet known. */
  readonly validUntil: Date | null;
}

const KEY_BYTES = 32;

/**
 * The key that signs the URLs of one bucket. It is derived anew each time, from the installation's secret and what the
 * database has of the workspace's key: neither of them can sign alone. A bucket made under an old name gets another.
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
 * Whether a URL was signed with one of these keys, is letter by letter what was given out, and has not expired: for the
 * edge. It is signed anew and compared as a whole, in constant time, so that there is nothing that two parsers could
 * read in two ways: no other order or repetition of parameters, no other spelling of a path or of the signature. A
 * signature without an expiry was given for a public object, to vouch for its disposition: it opens nothing that is
 * private now.
 * @param bucket the one that the host and the path lead to, with its workspace's keys
 * @param url as it was requested
 */
export function verifyUrl(
  bucket: { readonly keys: readonly UrlKey[]; readonly isPublic: boolean },
  url: string,
  now: Date,
): boolean {
  const read = readUrl(url);
  const key = bucket.keys.find(({ keyId }) => keyId === read?.keyId);
  if (read === undefined || key === undefined) return false;
  const expected = Buffer.from(signUrl(key, read.signed));
  const given = Buffer.from(url);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const { expires } = read.signed;
  return (
    (expires === null ? bucket.isPublic : now.getTime() < expires * 1000) &&
    (key.validUntil === null || now < key.validUntil)
  );
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
 * The host is not signed, so that a URL is good under each name of its bucket's distributions. But on the common domain
 * the path begins with the workspace and the bucket, and elsewhere it does not: what was signed for the one must not be
 * read as the other, or an object whose key begins so would open another object. A percent-encoded path has no line
 * break, so the parts cannot run into one another.
 */
function signatureOf(keyId: string, key: Buffer, { host, path, expires, disposition }: SignedUrl): Buffer {
  const reading = host === EDGE_DOMAIN ? "common" : "own";
  return createHmac("sha256", key)
    .update([keyId, reading, path, expires ?? "", disposition ?? ""].join("\n"))
    .digest();
}
