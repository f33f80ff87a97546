import { X509Certificate } from "node:crypto";
import type { PeerCertificate } from "node:tls";
import { Agent, type Dispatcher } from "undici";

/** Where an LXD or Incus server answers, and how it and we know each other. Certificates and the key are PEM. */
export interface LxdEndpoint {
  /** `unix:///var/lib/lxd/unix.socket` or `https://host:8443`. */
  readonly url: string;
  /** Needed for https: what the server trusts us by. */
  readonly client?: { readonly certificate: string; readonly key: string };
  /** The server's own certificate, which is usually signed by nobody; without it, the system's authorities decide. */
  readonly serverCertificate?: string;
}

/** How requests reach a server: every one goes to the origin, by the dispatcher. */
export interface LxdConnection {
  readonly origin: string;
  readonly dispatcher: Dispatcher;
}

/**
 * As many requests as the worker has operations in flight, and some for reconcilers: each wait for an operation
 * occupies one.
 */
const CONNECTIONS = 32;
const CONNECT_TIMEOUT_MS = 5_000;

/** @throws Error when the endpoint is neither a Unix socket nor https, or a certificate cannot be read */
export function openConnection({ url, client, serverCertificate }: LxdEndpoint): LxdConnection {
  const { protocol, pathname, origin } = new URL(url);
  if (protocol === "unix:") {
    return {
      origin: "http://lxd",
      dispatcher: new Agent({
        connections: CONNECTIONS,
        connect: { socketPath: pathname, timeout: CONNECT_TIMEOUT_MS },
      }),
    };
  }
  if (protocol !== "https:") throw new Error(`An endpoint begins with unix:// or https://; this one with ${protocol}`);
  const identity = client === undefined ? {} : { cert: client.certificate, key: client.key };
  const pinned =
    serverCertificate === undefined ? {} : { ca: serverCertificate, checkServerIdentity: isExactly(serverCertificate) };
  return {
    origin,
    dispatcher: new Agent({
      connections: CONNECTIONS,
      connect: { ...identity, ...pinned, timeout: CONNECT_TIMEOUT_MS },
    }),
  };
}

/** A pinned certificate says who the server is by itself, whatever name it is reached by. */
function isExactly(certificate: string): (host: string, peer: PeerCertificate) => Error | undefined {
  const { fingerprint256 } = new X509Certificate(certificate);
  return (host, peer) =>
    peer.fingerprint256 === fingerprint256
      ? undefined
      : new Error(`${host} shows another certificate than the one that the site was added with.`);
}
