import { Resolver } from "node:dns/promises";
import { isPublicAddress } from "@fulmar/edge-protocol";
import type { DnsRegistry } from "../ports/dns-port.ts";
import { ProviderError } from "../ports/provider-error.ts";
import { askNameServers, askSigners } from "./dns-query.ts";

/** In milliseconds, for each server. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** How many servers of a parent are asked before the check is repeated later. */
const MOST_SERVERS = 4;
const NOTHING_THERE = new Set(["ENOTFOUND", "ENODATA"]);

interface Options {
  /** Other resolvers than the system's, as `address:port`. */
  readonly resolvers?: readonly string[];
  /** Where the servers of parents listen. */
  readonly port?: number;
  /** Strangers name the servers of their domains, so that servers of our own network are not asked. */
  readonly mayAsk?: (address: string) => boolean;
}

/**
 * Finds the servers of a domain's parent by the system's resolver, and asks them. A resolver that is asked for the
 * domain itself would ask the domain's own name servers, which do not answer before the zone is served.
 */
export function parentRegistry({ resolvers, port = 53, mayAsk = isPublicAddress }: Options = {}): DnsRegistry {
  const ask = async (question: typeof askNameServers, domain: string, signal: AbortSignal) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (resolvers !== undefined) resolver.setServers([...resolvers]);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    let failure: unknown;
    try {
      for (const address of (await serversOfParent(resolver, domain)).filter(mayAsk).slice(0, MOST_SERVERS)) {
        signal.throwIfAborted();
        try {
          return await question(domain, { address, port }, { timeoutMs: TIMEOUT_MS, signal });
        } catch (error) {
          failure = error;
        }
      }
    } catch (error) {
      failure = error;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
    signal.throwIfAborted();
    throw new ProviderError(
      "dns_unavailable",
      `The name servers above ${domain} did not answer; the check is repeated later.`,
      { retryable: true, cause: failure },
    );
  };
  return {
    nameServersOf: (domain, signal) => ask(askNameServers, domain, signal),
    signersOf: (domain, signal) => ask(askSigners, domain, signal),
  };
}

/** The addresses of the servers of the closest domain above that has some. */
async function serversOfParent(resolver: Resolver, domain: string): Promise<readonly string[]> {
  const labels = domain.split(".");
  for (let above = 1; above <= labels.length; above++) {
    const servers = await orNothing(resolver.resolveNs(labels.slice(above).join(".") || "."));
    if (servers.length === 0) continue;
    const addresses = await Promise.all(
      servers
        .slice(0, MOST_SERVERS)
        .map(async (server) => [
          ...(await orNothing(resolver.resolve4(server))),
          ...(await orNothing(resolver.resolve6(server))),
        ]),
    );
    // IPv6 comes last: not every worker has it.
    const flat = addresses.flat();
    return [...flat.filter((address) => !address.includes(":")), ...flat.filter((address) => address.includes(":"))];
  }
  return [];
}

async function orNothing(question: Promise<string[]>): Promise<string[]> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof Error && "code" in error && NOTHING_THERE.has(String(error.code))) return [];
    throw error;
  }
}
