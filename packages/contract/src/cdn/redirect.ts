import { z } from "zod";
import { addressSpelling, isWebAddress, REDIRECT_STATUSES } from "../values/redirect.ts";

const PATH = /^\/(?:[A-Za-z0-9._~!$&'()+,;=:@/-]|%[0-9A-Fa-f]{2})*\*?$/;

/**
 * A redirect rule for a path. A `*` at the end of `source` matches any text, and a `*` at the end of `destination`
 * inserts that text. The first matching rule applies.
 */
export const CdnRedirect = z
  .strictObject({
    source: z.string().max(512).regex(PATH, "must be a path such as /old or /old/*, percent-encoded"),
    destination: z
      .string()
      .max(2048)
      .refine(isDestination, {
        error: ({ input }) =>
          addressSpelling(input) ??
          "must be a path such as /new, or a URL such as https://www.example.com/new; a * may stand at its end",
      }),
    status: z.literal(REDIRECT_STATUSES).default(301),
  })
  .refine(({ source, destination }) => source.endsWith("*") || !destination.endsWith("*"), {
    path: ["destination"],
    message: "must not end with * unless source does",
  })
  .meta({ id: "CdnRedirect" });
export type CdnRedirect = z.infer<typeof CdnRedirect>;

/**
 * Two slashes at the beginning would name another host (RFC 3986 §4.2), and browsers treat a backslash as a slash. Text
 * after a host is refused for the same reason.
 */
function isDestination(text: string): boolean {
  if (text.startsWith("/")) return /^(?!\/\/)[\x21-\x5b\x5d-\x7e]+$/.test(text);
  return isWebAddress(text) && /^\w+:\/\/[^/?#*]+(\/|$)/.test(text);
}

/** Browsers give up after about twenty redirects. More than ten in a row are treated as a loop. */
const MOST_HOPS = 10;

/**
 * The source of a rule that begins a redirect loop or an endless chain, or undefined.
 * @param ownHosts the host names under which the rules are served: an absolute destination on one of them is a path
 * here
 */
export function endlessRedirect(rules: readonly CdnRedirect[], ownHosts: readonly string[]): string | undefined {
  return rules.find((rule) => isEndless(rule, rules, ownHosts))?.source;
}

function isEndless(rule: CdnRedirect, rules: readonly CdnRedirect[], ownHosts: readonly string[]): boolean {
  // Any text can replace the asterisk, as long as no rule's source contains it.
  let path: string | undefined = rule.source.replace(/\*$/, "~any~");
  for (let hops = 0; hops <= MOST_HOPS; hops++) {
    const target: { readonly location: string } | undefined = redirectTarget(rules, path);
    path = target === undefined ? undefined : pathHere(target.location, ownHosts);
    if (path === undefined) return false;
  }
  return true;
}

/**
 * The target of a request, as the edge answers it. The text that a visitor supplies for an asterisk always stays a
 * path: it cannot change the host, as `/old//evil.example` would through `/*`.
 * @param path the request's path as in the URL, percent-encoded
 */
export function redirectTarget<Rule extends Omit<CdnRedirect, "status"> & { readonly status: number }>(
  rules: readonly Rule[],
  path: string,
): { location: string; status: Rule["status"] } | undefined {
  const rule = rules.find(({ source }) =>
    source.endsWith("*") ? path.startsWith(source.slice(0, -1)) : path === source,
  );
  if (rule === undefined) return undefined;
  const { source, destination, status } = rule;
  if (!destination.endsWith("*")) return { location: destination, status };
  const location = destination.slice(0, -1) + path.slice(source.length - 1).replaceAll("\\", "%5C");
  return { location: destination.startsWith("/") ? location.replace(/^\/+/, "/") : location, status };
}

/** The path of a location that the same rules serve, or undefined if it leads elsewhere. */
function pathHere(location: string, ownHosts: readonly string[]): string | undefined {
  const url = new URL(location, "https://here.invalid");
  return location.startsWith("/") || ownHosts.includes(url.hostname.replace(/\.$/, "")) ? url.pathname : undefined;
}
