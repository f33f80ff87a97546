import {
  LibvirtConnection,
  type LibvirtEndpoint,
  type LibvirtStream,
  type Procedure,
  procedures,
} from "@fulmar/libvirt-rpc";
import type { ServerEndpoint } from "../../ports/provider-kind.ts";
import { asProviderError } from "./libvirt-refusal.ts";
import { SharedConnection } from "./shared-connection.ts";

const DEFAULT_PORT = 16_514;

/** A host's libvirtd. Calls share one connection, which is made when it is needed, again after it has ended. */
export class LibvirtClient {
  readonly #endpoint: LibvirtEndpoint;
  #connections = 0;
  readonly #shared = new SharedConnection((signal) => {
    this.#connections += 1;
    return LibvirtConnection.open(this.#endpoint, signal);
  });

  /** @throws Error when the endpoint is neither a socket nor TLS with certificates */
  constructor(endpoint: ServerEndpoint) {
    this.#endpoint = libvirtEndpoint(endpoint);
  }

  /** How many connections were begun: whether it is still the same one. */
  get connections(): number {
    return this.#connections;
  }

  /** @throws ProviderError with a LibvirtError or LibvirtUnreachable as its cause */
  async call<Arguments, Answer>(
    procedure: Procedure<Arguments, Answer>,
    given: Arguments,
    signal: AbortSignal,
  ): Promise<Answer> {
    signal.throwIfAborted();
    return translated(async () => (await this.#shared.get(signal)).call(procedure, given, signal));
  }

  /**
   * The same for what may take long, such as a move: by a connection of its own, so that others do not wait for it.
   * @throws as `call`
   */
  async callApart<Arguments, Answer>(
    procedure: Procedure<Arguments, Answer>,
    given: Arguments,
    signal: AbortSignal,
  ): Promise<Answer> {
    return translated(async () => {
      const own = await LibvirtConnection.open(this.#endpoint, signal);
      try {
        return await own.call(procedure, given, signal);
      } finally {
        own.close();
      }
    });
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

  close(): Promise<void> {
    return this.#shared.close();
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
