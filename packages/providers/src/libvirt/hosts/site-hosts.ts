import { procedures } from "@fulmar/libvirt-rpc";
import { ProviderError } from "../../ports/provider-error.ts";
import type { ServerEndpoint } from "../../ports/provider-kind.ts";
import { LibvirtClient } from "../client/libvirt-client.ts";

/** A host that has not said its name by then is silent. */
const NAME_MS = 5_000;
/** A silent host is not waited for again before. */
const SILENT_MS = 5_000;

/** A host of a site, besides the endpoint's own. */
export interface NamedHost {
  readonly name: string;
  readonly url: string;
}

/** A host of a site. */
export class SiteHost {
  readonly endpoint: ServerEndpoint;
  readonly client: LibvirtClient;
  /** Undefined for the only host of a site, whose name is not needed. */
  readonly knownName: string | undefined;
  #silentUntilMs = 0;
  #probing = false;

  /** @throws Error when the endpoint or a certificate cannot be read */
  constructor(endpoint: ServerEndpoint, knownName?: string) {
    this.endpoint = endpoint;
    this.client = new LibvirtClient(endpoint);
    this.knownName = knownName;
  }

  /** Asks the host for its name. @throws ProviderError */
  async name(signal: AbortSignal): Promise<string> {
    return (await this.client.call(procedures.getHostname, undefined, signal)).hostname;
  }

  /**
   * Whether it answers in time. One that was silent is asked again aside, so that nobody waits for it twice.
   * @param options.anew to wait for it in any case
   */
  async answers(signal: AbortSignal, { anew = false } = {}): Promise<boolean> {
    if (anew || this.#silentUntilMs === 0) return this.#ask(signal);
    if (Date.now() > this.#silentUntilMs && !this.#probing) {
      this.#probing = true;
      this.#ask(new AbortController().signal)
        // It refuses, which the next caller is told.
        .catch(() => {
          this.#silentUntilMs = 0;
        })
        .finally(() => {
          this.#probing = false;
        });
    }
    return false;
  }

  async #ask(signal: AbortSignal): Promise<boolean> {
    try {
      await this.name(AbortSignal.any([signal, AbortSignal.timeout(NAME_MS)]));
      this.#silentUntilMs = 0;
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (!isSilence(error)) throw error;
      this.#silentUntilMs = Date.now() + SILENT_MS;
      return false;
    }
  }
}

/** Whether a host did not answer, or not in time. */
export function isSilence(error: unknown): boolean {
  if (error instanceof ProviderError) return error.code === "provider_unavailable";
  return error instanceof Error && error.name === "TimeoutError";
}

/** What the hosts of a site say. */
export interface Answers<Answer> {
  readonly told: readonly { readonly host: SiteHost; readonly answer: Answer }[];
  readonly silent: readonly SiteHost[];
}

/**
 * Asks all hosts at once. Those that are silent are told apart; the only host of a site fails as its call does.
 * @throws ProviderError where none answers
 */
export async function askHosts<Answer>(
  hosts: readonly SiteHost[],
  question: (host: SiteHost) => Promise<Answer>,
  signal: AbortSignal,
  options: { readonly anew?: boolean } = {},
): Promise<Answers<Answer>> {
  const [only] = hosts;
  if (only !== undefined && hosts.length === 1)
    return { told: [{ host: only, answer: await question(only) }], silent: [] };
  const told = await Promise.all(
    hosts.map(async (host) => {
      if (!(await host.answers(signal, options))) return { host, answer: undefined };
      try {
        return { host, answer: { of: await question(host) } };
      } catch (error) {
        if (!isSilence(error)) throw error;
        return { host, answer: undefined };
      }
    }),
  );
  if (told.every(({ answer }) => answer === undefined)) throw unanswered();
  return {
    told: told.flatMap(({ host, answer }) => (answer === undefined ? [] : [{ host, answer: answer.of }])),
    silent: told.filter(({ answer }) => answer === undefined).map(({ host }) => host),
  };
}

/** Asks all hosts at once, of which none may be silent. @throws ProviderError, retryable, while one is */
export async function askEveryHost<Answer>(
  hosts: readonly SiteHost[],
  question: (host: SiteHost) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer[]> {
  const { told, silent } = await askHosts(hosts, question, signal);
  if (silent.length > 0) throw unanswered();
  return told.map(({ answer }) => answer);
}

/** A host of a site is silent, and what was asked for may be there. */
export function unanswered(cause?: unknown): ProviderError {
  return new ProviderError(
    "provider_unavailable",
    "A host of the site does not answer; the operation can be tried again in a moment.",
    { retryable: true, cause },
  );
}
