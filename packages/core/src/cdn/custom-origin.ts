import { isIP } from "node:net";
import { DomainName, hostSpelling } from "@fulmar/contract";
import { isPublicAddress } from "@fulmar/edge-protocol";
import type { CdnDomain } from "./edge.ts";

/** Names that are valid only inside a network (RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE_SUFFIXES = [
  "localhost",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "test",
  "invalid",
  "onion",
  "alt",
] as const;
/**
 * The HTTPS port. Other ports below 1024 are refused, since they belong to protocols that the edge must not contact by
 * mistake (SSH, SMTP, LDAP …).
 */
const HTTPS_PORT = 443;
const FIRST_UNPRIVILEGED_PORT = 1024;

/**
 * Returns what is wrong with the URL of a custom origin, as the end of a sentence; undefined when it may be used. The
 * URL must not reach our own network, so a host written as an address, in any notation, must be a public one. The
 * addresses of a host name can change at any time, so the edge checks them when it connects (`EdgePort`).
 */
export function customOriginProblem(text: string, domain: CdnDomain): string | undefined {
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return "must be a URL such as https://origin.example.com";
  const url = new URL(text);
  if (url.protocol !== "https:") return "must begin with https://";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or a password";
  if (url.search !== "" || url.hash !== "") return "must not have a query or a fragment";
  if (url.port !== "" && Number(url.port) !== HTTPS_PORT && Number(url.port) < FIRST_UNPRIVILEGED_PORT)
    return "must use port 443 or a port above 1023";
  // Unlike the URL that is parsed, the text is what everybody sees later.
  const [, host = ""] = /^\w+:\/*([^/?#:]*)/.exec(text) ?? [];
  const spelling = hostSpelling(host);
  return (
    hostProblem(url.hostname.replace(/\.$/, ""), domain) ??
    (spelling === undefined ? undefined : spelling.replace("must be written", "must have a host that is written"))
  );
}

function hostProblem(host: string, domain: CdnDomain): string | undefined {
  const notPublic = "must have a public host, not a private, local or reserved one";
  const address = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(address) !== 0) return isPublicAddress(address) ? undefined : notPublic;
  if (!DomainName.safeParse(host).success || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`)))
    return notPublic;
  return domain.has(host) ? "must not be a host of the CDN itself" : undefined;
}
