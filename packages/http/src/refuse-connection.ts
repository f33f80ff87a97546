import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** Why a connection has no valid request. */
export type ConnectionFault = "malformed" | "headers_too_large" | "timeout" | "tunnel";

/** A raw HTTP answer, for when Node has no request object to answer. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Faults by Node's error code. Every other error is a malformed request. */
const FAULTS: Readonly<Record<string, ConnectionFault>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "timeout",
};

/**
 * Listeners that answer invalid requests in the server's own error format and close the connection, because the start
 * of the next request is unknown.
 */
export function connectionRefusals(answerTo: (fault: ConnectionFault) => RawAnswer) {
  return {
    /** Listener for the event `clientError`. */
    onClientError(error: { readonly code?: string }, socket: Duplex): void {
      // A client that has reset the connection cannot receive an answer.
      if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
      else refuse(socket, answerTo(FAULTS[error.code ?? ""] ?? "malformed"));
    },
    /**
     * Listener for the event `connect`. Without one, Node closes the connection of a tunnel request without an answer.
     */
    onConnect(_request: unknown, socket: Duplex): void {
      refuse(socket, answerTo("tunnel"));
    },
  };
}

function refuse(socket: Duplex, { status, headers, body }: RawAnswer): void {
  // Node removes its error listener from a socket that it hands over. Without one, a reset by the client would end the
  // process.
  socket.on("error", () => socket.destroy());
  const all = { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () => socket.destroy());
}
