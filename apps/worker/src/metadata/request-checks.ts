import type { IncomingHttpHeaders } from "node:http";

/** The longest request target that is read. */
const LONGEST_TARGET = 1_024;

/** What proxies add. A machine that asks for itself sends none of them. */
const OF_PROXIES = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-server",
  "x-original-url",
  "x-real-ip",
];

/**
 * Whether somebody other than the machine's own program has led a request here: a proxy by its headers, or a page in a
 * browser by a host name of its own that it has turned to our address (DNS rebinding).
 * @param names the host names that machines use
 * @returns a sentence about what is wrong; null if nothing is
 */
export function isLedHere(headers: IncomingHttpHeaders, names: readonly string[]): string | null {
  if (OF_PROXIES.some((name) => headers[name] !== undefined)) return "Metadata is not given through a proxy.";
  const host = headers.host?.replace(/:[0-9]{1,5}$/, "").toLowerCase();
  return host !== undefined && names.includes(host) ? null : `Metadata is given to requests for ${names[0]} only.`;
}

/** The parts of a path, decoded, and its query; null for what is none, or too long. Empty parts count for nothing. */
export function pathOf(target: string): { path: readonly string[]; query: URLSearchParams } | null {
  if (target.length > LONGEST_TARGET || !target.startsWith("/")) return null;
  const [path = "", ...query] = target.split("?");
  try {
    const parts = path.split("/").filter((part) => part !== "");
    return { path: parts.map(decodeURIComponent), query: new URLSearchParams(query.join("?")) };
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
