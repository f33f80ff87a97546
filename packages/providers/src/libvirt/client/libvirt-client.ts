import {
  LibvirtConnection,
  type LibvirtEndpoint,
  type LibvirtStream,
  type Procedure,
  procedures,
} from "@fulmar/libvirt-rpc";
import type { ServerEndpoint } from "../../ports/provider-kind.ts";
import { asProviderError } from "./libvirt-refusal.ts";

const DEFAULT_PORT = 16_514;

/** A host's libvirtd. Calls share one connection, which is made when it is needed, again after it has ended. */
export class LibvirtClient {
  readonly #endpoint: LibvirtEndpoint;
  #connecting: Promise<LibvirtConnection> | undefined;
  readonly #closed = new AbortController();

  /** @throws Error when the endpoint is neither a socket nor TLS with certificates */
  constructor(endpoint: ServerEndpoint) {
    this.#endpoint = libvirtEndpoint(endpoint);
  }

  /** @throws ProviderError with a LibvirtError or LibvirtUnreachable as its cause */
  async call<Arguments, Answer>(
    procedure: Procedure<Arguments, Answer>,
    given: Arguments,
    signal: AbortSignal,
  ): Promise<Answer> {
    signal.throwIfAborted();
    return translated(async () => (await this.#connection(signal)).call(procedure, given, signal));
  }

  /** Opens a stream with a connection of its own, so that the stream's pace is nobody else's. @throws as `call` */
  async stream<Arguments>(
    procedure: Procedure<Arguments, void>,
    given: Arguments,
    signal: AbortSignal,
  ): Promise<LibvirtStream> {
    return translated(async () => {
      const own = await LibvirtConnection.open(this.#endpoint, signal);
      try {
        return await own.openStream(procedure, given, signal);
      } catch (error) {
        own.close();
        throw error;
      }
    });
  }

  /**
   * Reports the name of every machine whose state or definition changes, until the signal is aborted.
   * @throws ProviderError, retryable, when the connection cannot be made or ends
   */
  async followMachines(changed: (name: string) => void, signal: AbortSignal): Promise<void> {
    await translated(async () => {
      const own = await LibvirtConnection.open(this.#endpoint, signal);
      own.onEvent(({ procedure, payload }) => {
        if (procedure === procedures.LIFECYCLE_EVENT) changed(procedures.LifecycleEvent.decode(payload).domain.name);
      });
      const stop = () => own.close();
      signal.addEventListener("abort", stop, { once: true });
      try {
        await own.call(procedures.registerEvent, { event: LIFECYCLE, domain: null }, signal);
        const reason = await own.ended;
        if (!signal.aborted) throw reason;
      } finally {
        signal.removeEventListener("abort", stop);
        own.close();
      }
    });
  }

  async close(): Promise<void> {
    this.#closed.abort(new Error("The site was closed."));
    const connecting = this.#connecting;
    this.#connecting = undefined;
    await connecting?.then((connection) => connection.close()).catch(() => undefined);
  }

  /** Concurrent callers share one attempt, which no single caller's signal ends. */
  async #connection(signal: AbortSignal): Promise<LibvirtConnection> {
    const connecting = this.#connecting ?? LibvirtConnection.open(this.#endpoint, this.#closed.signal);
    this.#connecting = connecting;
    const forget = () => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    };
    connecting.catch(forget);
    const connection = await unlessAborted(connecting, signal);
    if (connection.end === undefined) return connection;
    forget();
    return this.#connection(signal);
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

/** virDomainEventID */
const LIFECYCLE = 0;

/** Runs what asks a server. @throws ProviderError for errors of libvirt */
export async function translated<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw asProviderError(error);
  }
}

/** @throws Error */
function libvirtEndpoint({ url, client, serverCertificate }: ServerEndpoint): LibvirtEndpoint {
  const { protocol, hostname, port, pathname } = new URL(url);
  if (protocol === "unix:") return { path: decodeURIComponent(pathname) };
  if (protocol !== "tls:") throw new Error(`An endpoint must begin with unix:// or tls://; this one has ${protocol}`);
  if (client === undefined || serverCertificate === undefined)
    throw new Error("A tls:// endpoint needs a client certificate, its key, and the certificate of the authority.");
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || DEFAULT_PORT),
    authority: serverCertificate,
    certificate: client.certificate,
    key: client.key,
  };
}
