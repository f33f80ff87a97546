import { BlockList, isIPv4, isIPv6 } from "node:net";
import { DomainName } from "@fulmar/contract";
import type { CdnDomain } from "./edge.ts";

/** IPv4 ranges that are not public (RFC 6890). */
const SPECIAL_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
/**
 * Ranges within 2000::/3, the only global IPv6 addresses, that are not public: tunnels, which can carry a private IPv4
 * address, and documentation.
 */
const SPECIAL_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;
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

const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, "ipv6");
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");

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
  return hostProblem(url.hostname.replace(/\.$/, ""), domain);
}

function hostProblem(host: string, domain: CdnDomain): string | undefined {
  const notPublic = "must have a public host, not a private, local or reserved one";
  if (isIPv4(host)) return special.check(host, "ipv4") ? notPublic : undefined;
  const address = host.replace(/^\[(.*)\]$/, "$1");
  if (isIPv6(address))
    return special.check(address, "ipv6") || !globalIpv6.check(address, "ipv6") ? notPublic : undefined;
  if (!DomainName.safeParse(host).success || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`)))
    return notPublic;
  return domain.has(host) ? "must not be a host of the CDN itself" : undefined;
}
