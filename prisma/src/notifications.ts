import type pg from "pg";
import { breakOff } from "./connection.ts";

const RECONNECT_MS = 1_000;

/** Who hears a channel. */
interface Listener {
  readonly channel: string;
  readonly heard: (payload: string) => void;
  readonly lost: (error: Error) => void;
}

/** A connection that listens, with what gives it up. */
interface Session {
  readonly client: pg.Client;
  readonly giveUp: (error: Error) => void;
}

/**
 * Hears NOTIFY for all of a process, on one connection outside of the pool: LISTEN belongs to a session, so a pooler in
 * transaction mode would lose it (docs/adr/0091). The connection is there while somebody listens.
 */
export class Notifications {
  readonly #newClient: () => pg.Client;
  readonly #listeners = new Set<Listener>();
  #session: Session | undefined;
  /** Set while somebody listens. */
  #listening: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  /** @param newClient makes a client that is not connected */
  constructor(newClient: () => pg.Client) {
    this.#newClient = newClient;
  }

  /**
   * Listens on a channel until the signal aborts. A lost connection is replaced. Notifications in between are missed.
   * @param heard receives the payload of each notification, and "" after each connection
   * @param lost is told why a connection was lost, once for all listeners of that moment
   */
  async listen(
    channel: string,
    heard: (payload: string) => void,
    lost: (error: Error) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return;
    const listener = { channel, heard, lost };
    this.#listeners.add(listener);
    if (this.#session !== undefined) void begin(this.#session, listener);
    this.#listening ??= this.#start();
    await aborted(signal);
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) await this.close();
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    const listening = this.#listening;
    this.#listening = undefined;
    listening?.stop.abort();
    await listening?.ended;
  }

  #start() {
    const stop = new AbortController();
    return { stop, ended: this.#run(stop.signal) };
  }

  async #run(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      const error = await this.#listenOnce(stopped);
      if (error === undefined) continue;
      const [first] = this.#listeners;
      first?.lost(error);
      await pause(RECONNECT_MS, stopped);
    }
  }

  /** @returns why the connection was lost. Undefined when it was stopped */
  async #listenOnce(stopped: AbortSignal): Promise<Error | undefined> {
    const client = this.#newClient();
    const ended = Promise.withResolvers<Error | undefined>();
    client.on("notification", ({ channel, payload = "" }) => {
      for (const listener of this.#listeners) if (listener.channel === channel) listener.heard(payload);
    });
    client.on("error", ended.resolve);
    client.on("end", () => ended.resolve(new Error("The server closed the notification connection.")));
    const onStop = () => ended.resolve(undefined);
    stopped.addEventListener("abort", onStop, { once: true });
    const session = { client, giveUp: ended.resolve };
    const connected = client.connect().then(
      () => {
        if (stopped.aborted) return;
        this.#session = session;
        for (const listener of this.#listeners) void begin(session, listener);
      },
      (error: Error) => ended.resolve(error),
    );
    const error = await ended.promise;
    stopped.removeEventListener("abort", onStop);
    if (this.#session === session) this.#session = undefined;
    if (error === undefined) {
      await connected;
      await client.end();
    } else breakOff(client);
    return error;
  }
}

/** Gives the connection up when it takes no LISTEN: then it is broken, and the next one listens. */
async function begin({ client, giveUp }: Session, { channel, heard }: Listener): Promise<void> {
  try {
    await client.query(`LISTEN ${channel}`);
    heard("");
  } catch (error) {
    giveUp(error instanceof Error ? error : new Error(String(error)));
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener(
    "abort",
    () => {
      clearTimeout(timer);
      resolve();
    },
    { once: true },
  );
  return promise;
}
