import { once } from "node:events";
import { connect as connectSocket, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { LibvirtUnreachable } from "./libvirt-error.ts";

/** Where a libvirtd listens. Certificates and the key are PEM. */
export type LibvirtEndpoint =
  | { /** The path of its socket. */ readonly path: string }
  | {
      readonly host: string;
      readonly port: number;
      /** The authority that signed the server's certificate, which has to name the host. */
      readonly authority: string;
      readonly certificate: string;
      readonly key: string;
    };

const CONNECT_TIMEOUT_MS = 5_000;
/** What a server sends over TLS when it takes the client's certificate. Otherwise it closes the connection. */
const ACCEPTED = 1;

/**
 * Connects to a server.
 * @returns a paused socket
 * @throws LibvirtUnreachable; the signal's reason when it is aborted
 */
export async function dial(endpoint: LibvirtEndpoint, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const socket = "path" in endpoint ? connectSocket(endpoint.path) : secureSocket(endpoint);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]);
  try {
    await once(socket, "path" in endpoint ? "connect" : "secureConnect", { signal: limited });
    if (!("path" in endpoint)) await accepted(socket, limited);
    socket.setNoDelay(true);
    return socket;
  } catch (error) {
    socket.on("error", () => undefined).destroy();
    signal.throwIfAborted();
    throw new LibvirtUnreachable(`The server does not answer: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function secureSocket({ host, port, authority, certificate, key }: Exclude<LibvirtEndpoint, { path: string }>): Socket {
  // A name in the handshake cannot be an address (RFC 6066).
  const named = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port, ...named, ca: authority, cert: certificate, key });
}

async function accepted(socket: Socket, signal: AbortSignal): Promise<void> {
  const closed = once(socket, "close", { signal }).then(() => {
    throw new Error("it does not take our certificate");
  });
  await Promise.race([once(socket, "readable", { signal }), closed]);
  closed.catch(() => undefined);
  const [answer] = (socket.read(1) as Buffer | null) ?? [];
  if (answer !== ACCEPTED) throw new Error("it does not take our certificate");
}
