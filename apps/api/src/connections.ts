import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ErrorBody } from "@fulmar/contract";
import { DomainError } from "@fulmar/core";
import { SECURITY_HEADERS } from "./security-headers.ts";

/**
 * How long a request may take to arrive, its headers and all of it: who sends a byte now and then must not hold
 * connections for ever.
 */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
/**
 * A connection on which nothing moves for so long is closed, also in the middle of an answer that nobody reads. The
 * longest an answer waits is a minute.
 */
const IDLE_MS = 120_000;

/**
 * How connections are treated before there is a request. A header that is sent twice is joined, so that `Authorization`
 * is refused then: taking the first of two, where a proxy in front took the last, would let one check what the other
 * does not use.
 */
export const connectionOptions = {
  http: {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: 5_000,
    joinDuplicateHeaders: true,
    // `requireOneHost` does it, in our words: Node's own refusal has none.
    requireHostHeader: false,
  } satisfies ServerOptions,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionTimeout: IDLE_MS,
  clientErrorHandler: refuseConnection,
};

interface Refusal {
  readonly status: string;
  readonly code: string;
  readonly detail: string;
}

const malformed: Refusal = {
  status: "400 Bad Request",
  code: "invalid_request",
  detail: "The request is not valid HTTP/1.1; check its headers and how the length of its body is given.",
};
const tunnel: Refusal = {
  status: "400 Bad Request",
  code: "invalid_request",
  detail: "CONNECT opens a tunnel, and this server is no proxy; send requests to it, not through it.",
};
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    code: "headers_too_large",
    detail: "The URL and the headers are larger than 16 KiB together; send less.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    code: "request_timeout",
    detail: "The request did not arrive in time; send it again.",
  },
};

/**
 * Refuses what is no HTTP request, in the one error body (spec: Errors), and closes: where the next request would begin
 * is unknown.
 */
function refuseConnection(error: { readonly code?: string }, socket: Duplex): void {
  // Who has reset the connection hears nothing any more.
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  refuse(socket, refusals[error.code ?? ""] ?? malformed);
}

function refuse(socket: Duplex, { status, code, detail }: Refusal): void {
  // Node no longer listens on a connection that it has handed over: a client that resets it would end the process.
  socket.on("error", () => socket.destroy());
  const requestId = randomUUID();
  const body = JSON.stringify({ detail, code, request_id: requestId } satisfies ErrorBody);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "x-request-id": requestId,
    ...SECURITY_HEADERS,
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`, () => socket.destroy());
}

/** HTTP/1.1 wants one Host with every request (RFC 9112 §3.2); several have been joined. @throws DomainError 400 */
export function requireOneHost({ httpVersion, headers: { host } }: IncomingMessage): void {
  if (host === undefined && httpVersion === "1.1")
    throw new DomainError("invalid_request", "Send the header Host, which HTTP/1.1 requires.");
  if (host?.includes(",")) throw new DomainError("invalid_request", "Send the header Host once.");
}

const busy = new WeakMap<Socket, Promise<unknown>>();

/**
 * Waits for the answer to the request before this one on its connection. Whoever sends hundreds without waiting for
 * answers, and reads none, has one made and not hundreds: they would keep the process busy and be held in memory.
 */
export async function afterTheOneBefore({ socket }: IncomingMessage, response: ServerResponse): Promise<void> {
  const before = busy.get(socket);
  busy.set(socket, new Promise((resolve) => response.once("close", resolve)));
  await before;
}

/**
 * What else than `100-continue` a request expects need not be met (RFC 9110 §10.1.1): it is answered as any other. Node
 * would refuse it without a word.
 */
export function takeEveryExpectation(server: Server): void {
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

/**
 * A tunnel to elsewhere is refused in the one error body: without a listener Node would close the connection without a
 * word.
 */
export function refuseTunnels(server: Server): void {
  server.on("connect", (_request, socket) => refuse(socket, tunnel));
}
