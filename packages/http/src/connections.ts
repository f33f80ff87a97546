import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * How long the headers of a request may take. It stops clients that hold connections by sending a byte now and then.
 */
const HEADERS_TIMEOUT_MS = 15_000;
const CHECK_EVERY_MS = 5_000;
/**
 * How long a connection without a request stays open: longer than proxies and clients keep theirs, mostly a minute. They
 * would otherwise send a request into a connection that has just been closed.
 */
const KEEP_ALIVE_MS = 75_000;

/** How often a closing server looks for connections to end. */
const CLOSING_LOOK_MS = 100;
/** How long a connection may take to begin a request while its server closes. The request may be on its way. */
const LAST_REQUEST_MS = 1_000;

/**
 * Node's settings for connections before a request exists. Repeated headers are joined, so that the server can refuse
 * them: a proxy in front may use the last value while the server checks the first.
 */
export const serverOptions = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_EVERY_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  joinDuplicateHeaders: true,
  // The server checks this itself with `hostFault` and explains the refusal. Node's own refusal has no body.
  requireHostHeader: false,
} satisfies ServerOptions;

/** The fault of the Host header. HTTP/1.1 requires exactly one in every request (RFC 9112 §3.2). */
export function hostFault({ httpVersion, headers: { host } }: IncomingMessage): "missing" | "repeated" | undefined {
  if (host === undefined) return httpVersion === "1.1" ? "missing" : undefined;
  return host.includes(",") ? "repeated" : undefined;
}

const lastAnswers = new WeakMap<Socket, Promise<unknown>>();

/**
 * Waits until the previous request on the same connection has been answered. A client that pipelines hundreds of
 * requests without reading answers then has one in progress, not hundreds that keep the process busy and fill its
 * memory.
 */
export async function inTurn({ socket }: IncomingMessage, response: ServerResponse): Promise<void> {
  const before = lastAnswers.get(socket);
  lastAnswers.set(socket, new Promise((resolve) => response.once("close", resolve)));
  await before;
}

/**
 * Answers requests normally whatever they expect besides `100-continue`, because an expectation need not be met (RFC
 * 9110 §10.1.1). Node would refuse them without a body.
 */
export function takeEveryExpectation(server: Server): void {
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

/**
 * Lets a server close although clients keep connections. Node ends those that are idle when a server begins to close,
 * and waits for all others without its usual time limits: those that become idle later, those that were opened ahead,
 * and those that never finish the header of a request.
 * @param events the events with which the server takes requests. Connections that are upgraded are ended elsewhere.
 * @returns to be called right before the server closes. From then on, connections end that have no request under way.
 */
export function endConnectionsAtClose(
  server: Server,
  events: readonly ("request" | "checkContinue" | "upgrade")[],
): () => void {
  const underWay = new Map<Socket, number>();
  server.on("connection", (socket: Socket) => {
    underWay.set(socket, 0);
    socket.once("close", () => underWay.delete(socket));
  });
  const count = (socket: Socket, change: number) => {
    const before = underWay.get(socket);
    if (before !== undefined) underWay.set(socket, before + change);
  };
  for (const event of events)
    server.on(event, ({ socket }: IncomingMessage, response: ServerResponse | Socket) => {
      if (event === "upgrade") underWay.delete(socket);
      count(socket, 1);
      response.once("close", () => count(socket, -1));
    });
  return () => {
    if (!server.listening) return;
    const begun = performance.now();
    const timer = setInterval(() => {
      server.closeIdleConnections();
      if (performance.now() - begun < LAST_REQUEST_MS) return;
      for (const [socket, requests] of underWay) if (requests === 0) socket.destroy();
    }, CLOSING_LOOK_MS);
    server.once("close", () => clearInterval(timer));
  };
}
