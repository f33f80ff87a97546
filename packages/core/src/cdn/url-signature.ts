import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { ContentDisposition } from "@fulmar/contract";

/** What a signature vouches for: nothing of it can be changed or left out. */
export interface SignedUrl {
  /** As it stands in the URL, percent-encoded, beginning with a slash. */
  readonly path: string;
  /** Seconds since 1970, after which the URL is refused; null: never. */
  readonly expires: number | null;
  readonly disposition: ContentDisposition | null;
}

const KEY_BYTES = 32;

/** The key that signs the URLs of one bucket. It is derived anew each time; a bucket made under an old name gets another. */
export function urlSigningKey(secret: string, bucketId: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `fulmar cdn url ${bucketId}`, KEY_BYTES));
}

/** The query string that makes a path a signed URL: `expires`, `disposition` (each only when set) and `signature`. */
export function signUrl(key: Buffer, url: SignedUrl): string {
  const query = new URLSearchParams();
  if (url.expires !== null) query.set("expires", String(url.expires));
  if (url.disposition !== null) query.set("disposition", url.disposition);
  query.set("signature", signatureOf(key, url).toString("base64url"));
  return query.toString();
}

/** Whether a URL was signed with this key, is unchanged, and has not expired. Compares in constant time. */
export function verifyUrl(key: Buffer, { pathname, searchParams }: URL, now: Date): boolean {
  const [signature, ...moreSignatures] = searchParams.getAll("signature");
  const [expires = null, ...moreExpires] = searchParams.getAll("expires");
  const [disposition = null, ...moreDispositions] = searchParams.getAll("disposition");
  if (signature === undefined || moreSignatures.length + moreExpires.length + moreDispositions.length > 0) return false;
  if (expires !== null && !/^[1-9][0-9]{0,14}$/.test(expires)) return false;
  const parsed = ContentDisposition.nullable().safeParse(disposition);
  if (!parsed.success) return false;
  const expected = signatureOf(key, { path: pathname, expires: expires === null ? null : Number(expires), disposition: parsed.data });
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return expires === null || now.getTime() < Number(expires) * 1000;
}

/** A percent-encoded path has no line break, so the parts cannot run into one another. */
function signatureOf(key: Buffer, { path, expires, disposition }: SignedUrl): Buffer {
  return createHmac("sha256", key)
    .update([path, expires ?? "", disposition ?? ""].join("\n"))
    .digest();
}
