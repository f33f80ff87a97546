import "server-only";
import { services } from "./services.ts";

/**
 * Whether a request that changes something comes from a page of this console: browsers always say where such a
 * request comes from. The second guard against forged requests, beside the SameSite attribute of the cookie.
 */
export function isSameOrigin(request: Request): boolean {
  const origin = request.headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const { publicConsoleUrl } = services().configuration;
  return new URL(origin).host === request.headers.get("host") || origin === new URL(publicConsoleUrl).origin;
}
