import { z } from "zod";
import { REDIRECT_STATUSES } from "../kernel/limits.ts";
import { isWebAddress } from "../kernel/web-address.ts";

const PATH = /^\/(?:[A-Za-z0-9._~!$&'()+,;=:@/-]|%[0-9A-Fa-f]{2})*\*?$/;

/**
 * Where the edge sends a request for a path. A `*` at the end of `source` stands for anything; one at the end of
 * `destination` for the same. The first rule that fits is followed.
 */
export const CdnRedirect = z
  .strictObject({
    source: z.string().max(512).regex(PATH, "must be a path such as /old or /old/*, percent-encoded"),
    destination: z
      .string()
      .max(2048)
      .refine(
        isDestination,
        "must be a path such as /new, or a URL such as https://www.example.com/new; a * may stand at its end",
      ),
    status: z.literal(REDIRECT_STATUSES).default(301),
  })
  .refine(({ source, destination }) => source.endsWith("*") || !destination.endsWith("*"), {
    path: ["destination"],
    message: "must not end with * unless source does",
  })
  .meta({ id: "CdnRedirect" });
export type CdnRedirect = z.infer<typeof CdnRedirect>;

/**
 * Two slashes at the beginning would name another host (RFC 3986 §4.2), and a backslash counts as one in browsers; so
 * would text behind a host.
 */
function isDestination(text: string): boolean {
  if (text.startsWith("/")) return /^(?!\/\/)[\x21-\x5b\x5d-\x7e]+$/.test(text);
  return isWebAddress(text) && /^https?:\/\/[^/?#*]+(\/|$)/.test(text);
}

/** A visitor's browser gives up after some twenty; whoever needs more than ten in a row has made a loop. */
const MOST_HOPS = 10;

/**
 * The source of a rule that leads back to itself, or on and on; undefined when there is none.
 * @param ownHosts the names under which the rules are served: an absolute destination there is a path here
 */
export function endlessRedirect(rules: readonly CdnRedirect[], ownHosts: readonly string[]): string | undefined {
  return rules.find((rule) => isEndless(rule, rules, ownHosts))?.source;
}

function isEndless(rule: CdnRedirect, rules: readonly CdnRedirect[], ownHosts: readonly string[]): boolean {
  // Any text will do for what the asterisk stands for, unless a rule's source happens to have it.
  let path: string | undefined = rule.source.replace(/\*$/, "~any~");
  for (let hops = 0; hops <= MOST_HOPS; hops++) {
    const target = redirectTarget(rules, path);
    path = target === undefined ? undefined : pathHere(target.location, ownHosts);
    if (path === undefined) return false;
  }
  return true;
}

/**
 * Where a request is sent: what the edge answers by. What a visitor writes in the place of an asterisk stays a path: it
 * cannot make another host of it, as `/old//evil.example` would by way of `/*`.
 * @param path of the request, as it stands in the URL, percent-encoded
 */
export function redirectTarget(
  rules: readonly CdnRedirect[],
  path: string,
): { location: string; status: CdnRedirect["status"] } | undefined {
  const rule = rules.find(({ source }) =>
    source.endsWith("*") ? path.startsWith(source.slice(0, -1)) : path === source,
  );
  if (rule === undefined) return undefined;
  const { source, destination, status } = rule;
  if (!destination.endsWith("*")) return { location: destination, status };
  const location = destination.slice(0, -1) + path.slice(source.length - 1).replaceAll("\\", "%5C");
  return { location: destination.startsWith("/") ? location.replace(/^\/+/, "/") : location, status };
}

/** The path of a location that is served by the same rules; undefined when it leads elsewhere. */
function pathHere(location: string, ownHosts: readonly string[]): string | undefined {
  const url = new URL(location, "https://here.invalid");
  return location.startsWith("/") || ownHosts.includes(url.hostname.replace(/\.$/, "")) ? url.pathname : undefined;
}
