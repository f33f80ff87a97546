import { once } from "node:events";
import { connect as connectSocket, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { OvsdbUnreachable } from "./ovsdb-error.ts";

/** Where a database server listens. Certificates and the key are PEM. */
export type OvsdbEndpoint =
  | { /** The path of its socket. */ readonly path: string }
  | {
      readonly host: string;
      readonly port: number;
      /** Without it, nothing is encrypted, and whoever reaches the port may write. */
      readonly tls?: {
        /** The authority that signed the server's certificate, which has to name the host. */
        readonly authority: string;
        readonly certificate: string;
        readonly key: string;
      };
    };

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Connects to a server.
 * @returns a paused socket
 * @throws OvsdbUnreachable; the signal's reason when it is aborted
 */
export async function dial(endpoint: OvsdbEndpoint, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const socket = socketOf(endpoint);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]);
  try {
    await once(socket, isSecure(endpoint) ? "secureConnect" : "connect", { signal: limited });
    socket.setNoDelay(true);
    return socket;
  } catch (error) {
    socket.on("error", () => undefined).destroy();
    signal.throwIfAborted();
    throw new OvsdbUnreachable(`The server does not answer: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function isSecure(endpoint: OvsdbEndpoint): boolean {
  return "host" in endpoint && endpoint.tls !== undefined;
}

function socketOf(endpoint: OvsdbEndpoint): Socket {
  if ("path" in endpoint) return connectSocket(endpoint.path);
  const { host, port, tls } = endpoint;
  if (tls === undefined) return connectSocket(port, host);
  // A name in the handshake cannot be an address (RFC 6066).
  const named = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port, ...named, ca: tls.authority, cert: tls.certificate, key: tls.key });
}
