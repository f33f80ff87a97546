import "server-only";
import { createHash } from "node:crypto";

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { margin: 4rem auto; max-width: 42rem; padding: 0 1rem; text-align: center }
  h1 { font-size: 1rem; font-weight: 600 }
`;
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
const RETRY_SECONDS = "5";

/**
 * The answer to requests for pages while the console cannot make any: 503, so that a proxy asks another console. A
 * browser asks again by itself.
 * @param whyNot one sentence
 */
export function unavailablePage(whyNot: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>Not available</title><style>${STYLE}</style></head>
<body><h1>This page did not load</h1><p role="alert">${whyNot} This page tries again by itself.</p></body>
</html>
`;
  return new Response(html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-store",
      "retry-after": RETRY_SECONDS,
    },
  });
}
