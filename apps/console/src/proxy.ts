import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { REQUESTED_PAGE, requestedPage } from "./entry/requested-page.ts";
import { pageReadiness } from "./server/readiness.ts";
import { services, terminalOrigin } from "./server/services.ts";
import { unavailablePage } from "./server/unavailable-page.ts";

/**
 * The content security policy of every page: only scripts with this response's nonce may run, and the page cannot be
 * framed.
 * @param stores the object stores, to which browsers upload files and from which they load images
 * @param terminals the origin of the API's WebSockets, to which terminals connect
 */
function contentSecurityPolicy(nonce: string, stores: readonly string[], terminals: string): string {
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    // The development server evaluates code to locate errors and adds its own styles.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src-elem 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Menus and tooltips are positioned by style attributes, which cannot run code.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...stores].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", terminals, ...stores].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Answers 503 while the database does not answer: Next would answer 500. Gives each page a nonce. Next applies it to
 * its own scripts, the layout to ours. The documentation is not made by Next and has a policy of its own
 * (docs/documentation-file.ts).
 */
export async function proxy(request: NextRequest) {
  const state = await pageReadiness();
  if ("whyNot" in state) return unavailablePage(state.whyNot);
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, objectStoreOrigins(state.answer), terminalOrigin());
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  headers.set(REQUESTED_PAGE, requestedPage(request.nextUrl));
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/**
 * The origins from which browsers read and write objects: the installation's own object store and the operator's
 * endpoints of regions.
 */
function objectStoreOrigins(endpoints: readonly string[]): readonly string[] {
  const { publicObjectStoreUrl } = services().configuration;
  return [...new Set([publicObjectStoreUrl, ...endpoints].map((url) => new URL(url).origin))];
}

export const config = { matcher: ["/((?!api/|docs(?:/|$)|_next/static|_next/image|favicon.ico|icon.svg).*)"] };
