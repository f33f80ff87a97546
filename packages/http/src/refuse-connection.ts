import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** Why there is no request to carry out. */
export type ConnectionFault = "malformed" | "headers_too_large" | "timeout" | "tunnel";

/** An answer that is written by hand, for there is no request that Node could answer. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** By Node's code; every other error is a malformed request. */
const FAULTS: Readonly<Record<string, ConnectionFault>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "timeout",
};

/**
 * Listeners that refuse what is no request, in the server's own form, and close the connection: where the next request
 * would begin is unknown.
 */
export function connectionRefusals(answerTo: (fault: ConnectionFault) => RawAnswer) {
  return {
    /** For the event `clientError`. */
    onClientError(error: { readonly code?: string }, socket: Duplex): void {
      // A client that has reset the connection reads no answer.
      if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
      else refuse(socket, answerTo(FAULTS[error.code ?? ""] ?? "malformed"));
    },
    /** For the event `connect`: without a listener Node closes the connection of a tunnel without an answer. */
    onConnect(_request: unknown, socket: Duplex): void {
      refuse(socket, answerTo("tunnel"));
    },
  };
}

function refuse(socket: Duplex, { status, headers, body }: RawAnswer): void {
  // Node no longer listens on a connection that it has handed over: a client that resets it would end the process.
  socket.on("error", () => socket.destroy());
  const all = { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () => socket.destroy());
}
