import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long the headers of a request may take: a client that sends a byte now and then must not hold connections. */
const HEADERS_TIMEOUT_MS = 15_000;
const CHECK_EVERY_MS = 5_000;

/**
 * How Node treats a connection before there is a request. A header that is sent twice is joined, so that the server can
 * refuse it: a proxy in front may use the last of two, and the server must not check the first.
 */
export const serverOptions = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_EVERY_MS,
  joinDuplicateHeaders: true,
  // The server looks itself, by `hostFault`, and says what is wrong: Node's own refusal has no body.
  requireHostHeader: false,
} satisfies ServerOptions;

/** What is wrong with the header Host: HTTP/1.1 wants one with every request (RFC 9112 §3.2). */
export function hostFault({ httpVersion, headers: { host } }: IncomingMessage): "missing" | "repeated" | undefined {
  if (host === undefined) return httpVersion === "1.1" ? "missing" : undefined;
  return host.includes(",") ? "repeated" : undefined;
}

const lastAnswers = new WeakMap<Socket, Promise<unknown>>();

/**
 * Waits for the answer to the request before this one on its connection. A client that sends hundreds of requests and
 * reads no answer has one carried out, not hundreds: they would keep the process busy and be held in memory.
 */
export async function inTurn({ socket }: IncomingMessage, response: ServerResponse): Promise<void> {
  const before = lastAnswers.get(socket);
  lastAnswers.set(socket, new Promise((resolve) => response.once("close", resolve)));
  await before;
}

/**
 * Answers a request as any other, whatever it expects besides `100-continue`: that need not be met (RFC 9110 §10.1.1).
 * Node would refuse it without a body.
 */
export function takeEveryExpectation(server: Server): void {
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}
