import { readLogo } from "@/server/domain.ts";
import { services } from "@/server/services.ts";

const SHARED = {
  "x-content-type-options": "nosniff",
  // The bytes are a picture wherever they are opened.
  "content-security-policy": "default-src 'none'; sandbox",
} as const;

/** The installation's logo, to visitors too. An address that names the version never shows another picture. */
export async function GET(request: Request): Promise<Response> {
  const logo = await readLogo(services().database);
  if (logo === undefined) return new Response(null, { status: 404, headers: SHARED });
  const etag = `"${logo.version}"`;
  const named = new URL(request.url).search === `?${logo.version}`;
  const headers = {
    ...SHARED,
    etag,
    "cache-control": named ? "public, max-age=31536000, immutable" : "no-cache",
  };
  const known = request.headers.get("if-none-match")?.split(/,\s*/) ?? [];
  if (known.some((tag) => tag.replace(/^W\//, "") === etag)) return new Response(null, { status: 304, headers });
  return new Response(Buffer.from(logo.content), { headers: { ...headers, "content-type": logo.media_type } });
}
