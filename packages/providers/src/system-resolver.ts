import { Resolver } from "node:dns/promises";
import type { DomainResolver } from "./ports/cdn-ports.ts";
import { ProviderError } from "./ports/provider-error.ts";

/** In milliseconds. A second try, with another server if there are several, takes twice as long. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** DNS answers for a missing name or a missing record type. */
const NOTHING_THERE = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * The operating system's resolver.
 * @param servers other DNS servers, as `address` or `address:port`
 */
export function systemResolver(servers?: readonly string[]): DomainResolver {
  /** Uses a resolver for each question, so that cancelling one does not affect others. */
  async function ask(
    question: (resolver: Resolver) => Promise<readonly string[]>,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers([...servers]);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return await question(resolver);
    } catch (error) {
      signal.throwIfAborted();
      return nothingUnlessUnanswered(error);
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  return {
    txt: (name, signal) =>
      ask(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join("")), signal),
    cname: (name, signal) => ask((resolver) => resolver.resolveCname(name), signal),
    async addresses(name, signal) {
      const both = await Promise.all([
        ask((resolver) => resolver.resolve4(name), signal),
        ask((resolver) => resolver.resolve6(name), signal),
      ]);
      return both.flat();
    },
  };
}

function nothingUnlessUnanswered(error: unknown): readonly string[] {
  if (error instanceof Error && "code" in error && typeof error.code === "string" && NOTHING_THERE.has(error.code))
    return [];
  throw new ProviderError("dns_unavailable", "The DNS of the domain did not answer; the check is repeated later.", {
    retryable: true,
    cause: error,
  });
}
