import type { IncomingMessage, ServerResponse } from "node:http";

const METHODS = "GET, HEAD, PUT";
const MAX_AGE_SECONDS = "3600";

/**
 * Allows only the console's pages to use presigned URLs.
 * @param origin the console's
 * @returns whether the request was a preflight, which has been answered
 */
export function answerCors(message: IncomingMessage, response: ServerResponse, origin: string): boolean {
  response.setHeader("vary", "Origin");
  const asked = message.headers["access-control-request-method"];
  const allowed = message.headers.origin === origin;
  if (allowed) {
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-expose-headers", "ETag");
  }
  if (message.method !== "OPTIONS") return false;
  if (allowed && asked !== undefined) {
    response.setHeader("access-control-allow-methods", METHODS);
    const headers = message.headers["access-control-request-headers"];
    if (headers !== undefined) response.setHeader("access-control-allow-headers", headers);
    response.setHeader("access-control-max-age", MAX_AGE_SECONDS);
  }
  response.writeHead(allowed ? 204 : 403, { "content-length": "0" });
  response.end();
  return true;
}
