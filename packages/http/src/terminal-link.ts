import { createHash, hkdfSync } from "node:crypto";
import { Agent, createServer, type Server } from "node:https";
import type { TLSSocket } from "node:tls";
import type { Configuration } from "@fulmar/config";
import { WebSocket } from "ws";

type Secrets = Configuration["secrets"];

/**
 * The encryption between an API and a worker: TLS with a key for each terminal (RFC 4279), derived from the
 * installation's secret. It needs no certificates, both sides prove that they know the secret, and the ephemeral
 * exchange keeps what was sent secret even if that leaks later. OpenSSL has such ciphers up to TLS 1.2 with a
 * callback.
 */
const TLS = { ciphers: "ECDHE-PSK-CHACHA20-POLY1305", minVersion: "TLSv1.2", maxVersion: "TLSv1.2" } as const;
const KEY_BYTES = 32;
const HANDSHAKE_TIMEOUT_MS = 5_000;

function keyOf(secret: string, terminalId: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `fulmar terminal ${terminalId}`, KEY_BYTES));
}

/** Says which secret a key is derived from, without telling the secret: during a rotation there are two. */
function nameOf(secret: string): string {
  return createHash("sha256").update(keyOf(secret, "name")).digest("hex").slice(0, 16);
}

/** A server for workers that bring terminals. */
export interface TerminalLinkServer {
  readonly server: Server;
  /** The terminal whose key a connection has. */
  terminalOf(socket: object): string | undefined;
}

/** @param isAwaited whether a client waits for the terminal: no other is let in */
export function terminalLinkServer(secrets: Secrets, isAwaited: (terminalId: string) => boolean): TerminalLinkServer {
  const terminals = new WeakMap<object, string>();
  const server = createServer({
    ...TLS,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    pskCallback(socket: TLSSocket, identity: string) {
      const [terminalId = "", name] = identity.split(" ");
      const secret = secrets.find((candidate) => nameOf(candidate) === name);
      if (secret === undefined || !isAwaited(terminalId)) return null;
      terminals.set(socket, terminalId);
      return keyOf(secret, terminalId);
    },
  });
  return { server, terminalOf: (socket) => terminals.get(socket) };
}

/** Connects a worker to the API that waits for a terminal. @param endpoint host and TCP port */
export function connectTerminalLink([secret]: Secrets, endpoint: string, terminalId: string): WebSocket {
  const agent = new Agent({
    ...TLS,
    pskCallback: () => ({ psk: keyOf(secret, terminalId), identity: `${terminalId} ${nameOf(secret)}` }),
    // The key identifies the server.
    checkServerIdentity: () => undefined,
  });
  return new WebSocket(`wss://${endpoint}/`, {
    agent,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    perMessageDeflate: false,
  });
}
