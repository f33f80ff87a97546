import { X509Certificate } from "node:crypto";
import { Agent as SocketAgent } from "node:https";
import type { PeerCertificate } from "node:tls";
import { Agent, type Dispatcher } from "undici";
import { WebSocket } from "ws";
import type { ServerEndpoint } from "../../ports/provider-kind.ts";

/** The origin of a server and the dispatcher for its requests. */
export interface LxdConnection {
  readonly origin: string;
  readonly dispatcher: Dispatcher;
  /** Opens a WebSocket that takes and gives bytes at the pace of its reader. @param path with its query */
  readonly webSocket: (path: string) => WebSocket;
}

/** One connection for each operation of the worker, because a wait occupies one, and some for reconcilers. */
const CONNECTIONS = 32;
const CONNECT_TIMEOUT_MS = 5_000;
const SOCKET_OPTIONS = { handshakeTimeout: CONNECT_TIMEOUT_MS, perMessageDeflate: false };

/** @throws Error when the endpoint is neither a Unix socket nor https, or a certificate cannot be read */
export function openConnection({ url, client, serverCertificate }: ServerEndpoint): LxdConnection {
  const { protocol, pathname, origin } = new URL(url);
  if (protocol === "unix:") {
    return {
      origin: "http://lxd",
      dispatcher: new Agent({
        connections: CONNECTIONS,
        connect: { socketPath: pathname, timeout: CONNECT_TIMEOUT_MS },
      }),
      webSocket: (path) => new WebSocket(`ws+unix:${pathname}:${path}`, SOCKET_OPTIONS),
    };
  }
  if (protocol !== "https:")
    throw new Error(`An endpoint must begin with unix:// or https://; this one begins with ${protocol}`);
  const identity = client === undefined ? {} : { cert: client.certificate, key: client.key };
  const pinned =
    serverCertificate === undefined ? {} : { ca: serverCertificate, checkServerIdentity: isExactly(serverCertificate) };
  const socketAgent = new SocketAgent({ ...identity, ...pinned });
  return {
    origin,
    dispatcher: new Agent({
      connections: CONNECTIONS,
      connect: { ...identity, ...pinned, timeout: CONNECT_TIMEOUT_MS },
    }),
    webSocket: (path) =>
      new WebSocket(`${origin.replace(/^http/, "ws")}${path}`, { ...SOCKET_OPTIONS, agent: socketAgent }),
  };
}

/** A pinned certificate identifies the server, so its host name is not checked. */
function isExactly(certificate: string): (host: string, peer: PeerCertificate) => Error | undefined {
  const { fingerprint256 } = new X509Certificate(certificate);
  return (host, peer) =>
    peer.fingerprint256 === fingerprint256
      ? undefined
      : new Error(`${host} presents another certificate than the one that the site was added with.`);
}
