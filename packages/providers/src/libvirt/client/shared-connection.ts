/** What is connected and may end. */
interface Connection {
  /** Why it has ended; undefined while it lives. */
  readonly end: Error | undefined;
  /** Whether somebody waits for an answer. */
  readonly busy: boolean;
  close(): void;
}

const IDLE_MS = 60_000;

/**
 * A connection that its users share. It is made when it is needed, again after it has ended. One that nobody has used for a
 * while ends: a site that was changed or removed is not closed as long as somebody may still use it.
 */
export class SharedConnection<Shared extends Connection> {
  readonly #open: (signal: AbortSignal) => Promise<Shared>;
  #connecting: Promise<Shared> | undefined;
  readonly #closed = new AbortController();
  #usedAtMs = 0;

  constructor(open: (signal: AbortSignal) => Promise<Shared>) {
    this.#open = open;
  }

  /** Concurrent callers share one attempt, which no single caller's signal ends. */
  async get(signal: AbortSignal): Promise<Shared> {
    this.#usedAtMs = Date.now();
    const connecting = this.#connecting ?? this.#connect();
    this.#connecting = connecting;
    const forget = () => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    };
    connecting.catch(forget);
    const connection = await unlessAborted(connecting, signal);
    this.#usedAtMs = Date.now();
    if (connection.end === undefined) return connection;
    forget();
    return this.get(signal);
  }

  async #connect(): Promise<Shared> {
    const connection = await this.#open(this.#closed.signal);
    const look = setInterval(() => {
      const isIdle = !connection.busy && Date.now() - this.#usedAtMs >= IDLE_MS;
      if (isIdle) connection.close();
      if (connection.end !== undefined) clearInterval(look);
    }, IDLE_MS);
    look.unref();
    return connection;
  }

  async close(): Promise<void> {
    this.#closed.abort(new Error("The site was closed."));
    const connecting = this.#connecting;
    this.#connecting = undefined;
    await connecting?.then((connection) => connection.close()).catch(() => undefined);
  }
}

/** What a promise resolves to. @throws the signal's reason when it is aborted before */
async function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
