/** What is connected and may end. */
interface Connection {
  /** Why it has ended; undefined while it lives. */
  readonly end: Error | undefined;
  close(): void;
}

/** A connection that its users share. It is made when it is needed, again after it has ended. */
export class SharedConnection<Shared extends Connection> {
  readonly #open: (signal: AbortSignal) => Promise<Shared>;
  #connecting: Promise<Shared> | undefined;
  readonly #closed = new AbortController();

  constructor(open: (signal: AbortSignal) => Promise<Shared>) {
    this.#open = open;
  }

  /** Concurrent callers share one attempt, which no single caller's signal ends. */
  async get(signal: AbortSignal): Promise<Shared> {
    const connecting = this.#connecting ?? this.#open(this.#closed.signal);
    this.#connecting = connecting;
    const forget = () => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    };
    connecting.catch(forget);
    const connection = await unlessAborted(connecting, signal);
    if (connection.end === undefined) return connection;
    forget();
    return this.get(signal);
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
