import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import type { Duplex } from "node:stream";
import type { Configuration } from "@fulmar/config";
import { TERMINAL_PROTOCOL, type TerminalEnd } from "@fulmar/contract";
import { SEEN_EVERY_MS, TERMINAL_PATIENCE_MS, type TerminalDoor } from "@fulmar/core";
import { type TerminalLinkServer, terminalLinkServer } from "@fulmar/http";
import type { FastifyBaseLogger } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";
import { closeWith, type TerminalLimits, TerminalSession } from "./terminal-session.ts";

/** The largest frame of a client. Longer input is sent in several. */
const LARGEST_FRAME_BYTES = 1024 * 1024;
/** A terminal whose right could not be checked for this long ends. */
const LONGEST_UNCHECKED_MS = 30_000;
const TICKET = /^tkt_(?:[a-z][a-z0-9]{0,15}\.)?[\w-]{43}$/;
const SOCKET_OPTIONS = { noServer: true, clientTracking: true, perMessageDeflate: false } as const;

export const TERMINAL_LIMITS: TerminalLimits = { longestMs: 8 * 3_600_000, idleMs: 15 * 60_000, checkMs: 2_000 };

export function asksForTerminal({ url, headers }: IncomingMessage): boolean {
  return url?.split("?", 1)[0] === "/v1/terminal" && headers.upgrade?.toLowerCase() === "websocket";
}

/**
 * Joins the clients of terminals to the workers that have their shells (docs/adr/0070). A client comes with a ticket; a
 * worker then connects to a listener of this process, which begins with its first terminal.
 */
export class TerminalServer {
  readonly #door: TerminalDoor;
  readonly #configuration: Configuration;
  readonly #logger: FastifyBaseLogger;
  readonly #leaving: AbortSignal;
  readonly #limits: TerminalLimits;
  readonly #clients = new WebSocketServer({
    ...SOCKET_OPTIONS,
    maxPayload: LARGEST_FRAME_BYTES,
    handleProtocols: (offered) => offered.has(TERMINAL_PROTOCOL) && TERMINAL_PROTOCOL,
  });
  readonly #links = new WebSocketServer(SOCKET_OPTIONS);
  readonly #linkServer: TerminalLinkServer;
  readonly #sessions = new Map<string, TerminalSession>();
  /** Records of ended terminals that are being written. */
  readonly #writing = new Set<Promise<void>>();
  #endpoint: Promise<string> | undefined;
  #watching: NodeJS.Timeout | undefined;
  #checkedAt = performance.now();
  #seenAt = performance.now();

  constructor(parts: {
    readonly door: TerminalDoor;
    readonly configuration: Configuration;
    readonly logger: FastifyBaseLogger;
    readonly leaving: AbortSignal;
    readonly limits: TerminalLimits;
  }) {
    this.#door = parts.door;
    this.#configuration = parts.configuration;
    this.#logger = parts.logger;
    this.#leaving = parts.leaving;
    this.#limits = parts.limits;
    this.#linkServer = terminalLinkServer(
      parts.configuration.secrets,
      (terminalId) => this.#sessions.get(terminalId)?.isAwaited ?? false,
    );
    this.#linkServer.server.on("upgrade", (request, socket, head) => this.#onLink(request, socket, head));
    parts.leaving.addEventListener("abort", () => this.#endAll("restart"), { once: true });
  }

  /** Takes a client's connection. @param sourceIp its address */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, sourceIp: string | undefined): void {
    this.#clients.handleUpgrade(request, socket, head, (client) => {
      // A connection that fails also closes.
      client.on("error", () => undefined);
      // Input before there is a shell waits with the client.
      client.pause();
      const ticket = request.headers["sec-websocket-protocol"]
        ?.split(",")
        .map((part) => part.trim())
        .find((part) => TICKET.test(part));
      if (this.#leaving.aborted) closeWith(client, "restart");
      else if (ticket === undefined) closeWith(client, "ticket_refused");
      else
        this.#begin(client, ticket, sourceIp).catch((error: unknown) => {
          this.#logger.error({ err: error }, "a terminal could not begin");
          closeWith(client, "unchecked");
        });
    });
  }

  /** Ends all terminals and the listener. */
  async close(): Promise<void> {
    this.#endAll("restart");
    clearInterval(this.#watching);
    await Promise.all(this.#writing);
    for (const socket of [...this.#clients.clients, ...this.#links.clients]) socket.terminate();
    if (this.#endpoint === undefined) return;
    await this.#endpoint;
    const closed = once(this.#linkServer.server, "close");
    this.#linkServer.server.close();
    this.#linkServer.server.closeAllConnections();
    await closed;
  }

  async #begin(client: WebSocket, ticket: string, sourceIp: string | undefined): Promise<void> {
    const { terminalId, refused } = await this.#door.claim(ticket, sourceIp);
    if (refused !== null) {
      closeWith(client, refused);
      return;
    }
    const patience = setTimeout(() => {
      if (session.isAwaited) session.end("no_worker");
    }, TERMINAL_PATIENCE_MS);
    const session = new TerminalSession(client, {
      onOpened: () => this.#write(this.#door.opened(terminalId)),
      onExit: () => this.#endingOf(terminalId),
      onEnd: (reason, exitCode) => {
        clearTimeout(patience);
        this.#sessions.delete(terminalId);
        if (this.#sessions.size === 0) this.#stopWatching();
        this.#write(this.#door.end(terminalId, reason, exitCode));
      },
    });
    if (client.readyState !== client.OPEN) return session.end("left");
    this.#sessions.set(terminalId, session);
    this.#watch();
    this.#endpoint ??= this.#listen();
    await this.#door.offer(terminalId, await this.#endpoint);
    // This process may have been asked to leave meanwhile.
    if (this.#leaving.aborted) session.end("restart");
  }

  async #listen(): Promise<string> {
    const { terminalHost: host, terminalPort } = this.#configuration;
    const { server } = this.#linkServer;
    server.listen(terminalPort ?? 0, host);
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the listener for terminals has no port");
    // A connection whose key is wrong breaks off.
    server.on("tlsClientError", (error) =>
      this.#logger.warn({ err: error }, "a connection for a terminal was refused"),
    );
    return `${isIPv6(host) ? `[${host}]` : host}:${address.port}`;
  }

  #onLink(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const session = this.#sessions.get(this.#linkServer.terminalOf(request.socket) ?? "");
    if (session === undefined) socket.destroy();
    else this.#links.handleUpgrade(request, socket, head, (link) => session.join(link));
  }

  #watch(): void {
    if (this.#watching !== undefined) return;
    this.#checkedAt = performance.now();
    this.#seenAt = performance.now();
    let checking = false;
    this.#watching = setInterval(() => {
      for (const session of this.#sessions.values()) {
        const over = session.overLimit(this.#limits);
        if (over !== undefined) session.end(over);
      }
      if (performance.now() - this.#checkedAt > LONGEST_UNCHECKED_MS) this.#endAll("unchecked");
      if (checking) return;
      checking = true;
      this.#check()
        .catch((error: unknown) => this.#logger.error({ err: error }, "terminals could not be checked"))
        .finally(() => {
          checking = false;
        });
    }, this.#limits.checkMs);
  }

  #stopWatching(): void {
    clearInterval(this.#watching);
    this.#watching = undefined;
  }

  async #check(): Promise<void> {
    const ids = [...this.#sessions.keys()];
    if (ids.length === 0) return;
    for (const [id, reason] of await this.#door.endings(ids)) this.#sessions.get(id)?.end(reason);
    this.#checkedAt = performance.now();
    if (this.#checkedAt - this.#seenAt < SEEN_EVERY_MS - this.#limits.checkMs) return;
    await this.#door.seen(ids);
    this.#seenAt = this.#checkedAt;
  }

  /** Why a terminal has to end anyway; undefined if there is no reason, or the database does not say. */
  async #endingOf(terminalId: string): Promise<TerminalEnd | undefined> {
    try {
      return (await this.#door.endings([terminalId])).get(terminalId);
    } catch (error) {
      this.#logger.error({ err: error }, "a terminal could not be checked");
      return undefined;
    }
  }

  #endAll(reason: TerminalEnd): void {
    for (const session of [...this.#sessions.values()]) session.end(reason);
  }

  #write(writing: Promise<void>): void {
    const written = writing
      .catch((error: unknown) => this.#logger.error({ err: error }, "the state of a terminal could not be written"))
      .finally(() => this.#writing.delete(written));
    this.#writing.add(written);
  }
}
