import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { objectStoreOrigins } from "./server/object-store-origins.ts";

/**
 * The policy of every page: only scripts that this response itself carries may run; nobody may frame it.
 * @param stores the object stores, which browsers send files to and show images from
 */
function contentSecurityPolicy(nonce: string, stores: readonly string[]): string {
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    // The development server evaluates code to show where errors come from, and brings styles of its own.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src-elem 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Menus and tooltips are placed by style attributes; these cannot run anything.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...stores].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...stores].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Gives each page a nonce: Next puts it on its own scripts, the layout on ours. */
export async function proxy(request: NextRequest) {
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, await objectStoreOrigins());
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = { matcher: ["/((?!api/|_next/static|_next/image|favicon.ico|icon.svg).*)"] };
