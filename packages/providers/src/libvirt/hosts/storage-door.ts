import { setTimeout as delay } from "node:timers/promises";
import type { LibvirtStream, Procedure } from "@fulmar/libvirt-rpc";
import { procedures } from "@fulmar/libvirt-rpc";
import { ProviderError } from "../../ports/provider-error.ts";
import { isPassing, says } from "../client/libvirt-refusal.ts";
import { type SiteHost, unanswered } from "./site-hosts.ts";

/** libvirt looks into a folder only while it copies nothing there. */
const IDLE_MS = 60_000;
const LOOK_AGAIN_MS = 500;

/** What the record is named after that says whose pool it is. */
export const SITE_MARK = "fulmar.site";
/** A host that answers without the shared folder is not looked at again before. */
const BARE_MS = 5_000;

/**
 * The way to the files of a site's pool: by the first of its hosts that answers and has the shared folder. libvirt keeps
 * a list of the files for each host, so that one which becomes the way, or was started again, looks into the folder first.
 */
export class StorageDoor {
  readonly #hosts: readonly SiteHost[];
  readonly #pool: string;
  /** The host that has looked, and by which of its connections. */
  #looked: { readonly host: SiteHost; readonly connection: number } | undefined;
  #looking: { readonly host: SiteHost; readonly done: Promise<boolean> } | undefined;
  readonly #bareUntilMs = new Map<SiteHost, number>();

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

  /** The same for what may take long. @throws as `call` */
  async callApart<Arguments, Answer>(
    procedure: Procedure<Arguments, Answer>,
    given: Arguments,
    signal: AbortSignal,
  ): Promise<Answer> {
    return (await this.host(signal)).client.callApart(procedure, given, signal);
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
      const { connections } = host.client;
      if (this.#looked?.host === host && this.#looked.connection === connections) return host;
      if ((this.#bareUntilMs.get(host) ?? 0) > Date.now()) continue;
      if (await this.#look(host, signal)) return host;
    }
    throw unanswered();
  }

  /** Callers at once share one look into the folder. @returns false for a host that has another one */
  #look(host: SiteHost, signal: AbortSignal): Promise<boolean> {
    if (this.#looking?.host === host) return this.#looking.done;
    const connection = host.client.connections;
    const look = async () => {
      const isThere = await seesFolder(host, this.#pool, signal);
      if (isThere) this.#looked = { host, connection };
      else this.#bareUntilMs.set(host, Date.now() + BARE_MS);
      return isThere;
    };
    const done = look().finally(() => {
      this.#looking = undefined;
    });
    this.#looking = { host, done };
    return done;
  }
}

/** Whether a host has the site's folder: one that has started may not have mounted it. */
async function seesFolder(host: SiteHost, name: string, signal: AbortSignal): Promise<boolean> {
  try {
    await refreshPool(host, name, signal);
  } catch (error) {
    // The folder is not there, or the pool.
    if (error instanceof ProviderError && error.code === "provider_refused") return false;
    throw error;
  }
  const { pool } = await host.client.call(procedures.poolLookupByName, { name }, signal);
  const { volumes } = await host.client.call(procedures.poolListAllVolumes, { pool, wanted: 1, flags: 0 }, signal);
  return volumes.some(({ name: file }) => file.startsWith(`${SITE_MARK}.`));
}

/** Looks for files that a host's libvirt has not written itself. @throws ProviderError, retryable, while it copies */
export async function refreshPool({ client }: SiteHost, name: string, signal: AbortSignal): Promise<void> {
  const { pool } = await client.call(procedures.poolLookupByName, { name }, signal);
  for (const end = Date.now() + IDLE_MS; ; await delay(LOOK_AGAIN_MS, undefined, { signal })) {
    try {
      await client.callApart(procedures.poolRefresh, { pool, flags: 0 }, signal);
      return;
    } catch (error) {
      // A host that has just started may not have opened it.
      if (says(error, "operationInvalid")) await client.call(procedures.poolCreate, { pool, flags: 0 }, signal);
      else if (!isPassing(error) || Date.now() > end) throw error;
    }
  }
}
