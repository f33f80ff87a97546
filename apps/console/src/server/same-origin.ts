import "server-only";
import { services } from "./services.ts";

/**
 * Whether a changing request comes from a page of this console. Browsers always send the origin of such requests. This
 * is the second protection against CSRF, besides the cookie's SameSite attribute.
 */
export function isSameOrigin(request: Request): boolean {
  const origin = request.headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const { publicConsoleUrl } = services().configuration;
  return new URL(origin).host === request.headers.get("host") || origin === new URL(publicConsoleUrl).origin;
}
