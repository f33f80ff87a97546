import { setTimeout as delay } from "node:timers/promises";
import type { LibvirtStream, Procedure } from "@fulmar/libvirt-rpc";
import { procedures } from "@fulmar/libvirt-rpc";
import { isPassing, says } from "../client/libvirt-refusal.ts";
import { type SiteHost, unanswered } from "./site-hosts.ts";

/** libvirt looks into a folder only while it copies nothing there. */
const IDLE_MS = 60_000;
const LOOK_AGAIN_MS = 500;

/**
 * The way to the files of a site's pool: by the first of its hosts that answers. libvirt keeps a list of the files for
 * each host, so that one which becomes the way looks into the folder first.
 */
export class StorageDoor {
  readonly #hosts: readonly SiteHost[];
  readonly #pool: string;
  #host: SiteHost | undefined;
  #turning: { readonly to: SiteHost; readonly done: Promise<void> } | undefined;

  constructor(hosts: readonly SiteHost[], pool: string) {
    this.#hosts = hosts;
    this.#pool = pool;
  }

  /** @throws ProviderError with a LibvirtError or LibvirtUnreachable as its cause */
  async call<Arguments, Answer>(
    procedure: Procedure<Arguments, Answer>,
    given: Arguments,
    signal: AbortSignal,
  ): Promise<Answer> {
    return (await this.host(signal)).client.call(procedure, given, signal);
  }

  /** Opens a stream with a connection of its own. @throws as `call` */
  async stream<Arguments>(
    procedure: Procedure<Arguments, void>,
    given: Arguments,
    signal: AbortSignal,
  ): Promise<LibvirtStream> {
    return (await this.host(signal)).client.stream(procedure, given, signal);
  }

  /** The host by which the files are reached now. @throws ProviderError while none answers */
  async host(signal: AbortSignal): Promise<SiteHost> {
    const [only] = this.#hosts;
    if (only !== undefined && this.#hosts.length === 1) return only;
    for (const host of this.#hosts) {
      if (!(await host.answers(signal))) continue;
      if (host !== this.#host) await this.#turnTo(host, signal);
      return host;
    }
    throw unanswered();
  }

  /** Callers at once share one look into the folder. */
  async #turnTo(to: SiteHost, signal: AbortSignal): Promise<void> {
    if (this.#turning?.to !== to) {
      const done = refreshPool(to, this.#pool, signal).then(() => {
        this.#host = to;
      });
      const turning = { to, done };
      this.#turning = turning;
      const forget = () => {
        if (this.#turning === turning) this.#turning = undefined;
      };
      done.then(forget, forget);
    }
    await this.#turning?.done;
  }
}

/** Looks for files that a host's libvirt has not written itself. @throws ProviderError, retryable, while it copies */
export async function refreshPool({ client }: SiteHost, name: string, signal: AbortSignal): Promise<void> {
  const { pool } = await client.call(procedures.poolLookupByName, { name }, signal);
  for (const end = Date.now() + IDLE_MS; ; await delay(LOOK_AGAIN_MS, undefined, { signal })) {
    try {
      await client.call(procedures.poolRefresh, { pool, flags: 0 }, signal);
      return;
    } catch (error) {
      // A host that has just started may not have opened it.
      if (says(error, "operationInvalid")) await client.call(procedures.poolCreate, { pool, flags: 0 }, signal);
      else if (!isPassing(error) || Date.now() > end) throw error;
    }
  }
}
