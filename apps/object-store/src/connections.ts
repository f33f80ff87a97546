import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { S3Error } from "./protocol/s3-error.ts";
import { errorDocument } from "./protocol/xml.ts";

/** How Node names what is wrong with a request that it could not read, and what S3 calls it. */
const REFUSALS: Readonly<Record<string, () => S3Error>> = {
  HPE_HEADER_OVERFLOW: () =>
    new S3Error(
      "RequestHeaderSectionTooLarge",
      "The address and the headers are larger than 16 KiB together; send less.",
    ),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new S3Error("RequestTimeout", "The request's headers did not arrive in time; send it again."),
};
const malformed = () =>
  new S3Error(
    "InvalidRequest",
    "The request is not valid HTTP/1.1; check its headers and how the length of its body is given.",
  );

/**
 * What reaches no handler is refused in S3's form too, and the connection closed: where the next request would begin is
 * unknown.
 */
export function refuseInS3sForm(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Who has reset the connection hears nothing any more.
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else refuse(socket, (REFUSALS[error.code ?? ""] ?? malformed)());
  });
  server.on("connect", (_request, socket) =>
    refuse(
      socket,
      new S3Error("MethodNotAllowed", "The object store is no proxy; send requests to it, not through it."),
    ),
  );
}

/**
 * HTTP/1.1 wants one Host with every request (RFC 9112 §3.2); of several, which Node has joined, nobody knows which was
 * signed. @throws S3Error 400
 */
export function requireOneHost({ httpVersion, headers: { host } }: IncomingMessage): void {
  if (host === undefined ? httpVersion === "1.1" : host.includes(","))
    throw new S3Error("InvalidRequest", "Send the header Host, and once.");
}

const busy = new WeakMap<Socket, Promise<unknown>>();

/**
 * Waits for the answer to the request before this one on its connection: whoever sends hundreds and reads no answer
 * opens one object's files, not hundreds.
 */
export async function afterTheOneBefore({ socket }: IncomingMessage, response: ServerResponse): Promise<void> {
  const before = busy.get(socket);
  busy.set(socket, new Promise((resolve) => response.once("close", resolve)));
  await before;
}

function refuse(socket: Duplex, error: S3Error): void {
  // Node no longer listens on a connection that it has handed over: a client that resets it would end the process.
  socket.on("error", () => socket.destroy());
  const requestId = randomUUID();
  const xml = errorDocument({ Code: error.code, Message: error.message, RequestId: requestId });
  const headers = {
    "content-type": "application/xml",
    "content-length": Buffer.byteLength(xml),
    "x-amz-request-id": requestId,
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${error.status} ${error.status === 405 ? "Method Not Allowed" : "Bad Request"}\r\n${lines.join("")}\r\n${xml}`,
    () => socket.destroy(),
  );
}
