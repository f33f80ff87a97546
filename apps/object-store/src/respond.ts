import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { databaseUnavailable } from "@fulmar/core/object-store";
import { isDatabaseUnavailable } from "@fulmar/prisma";
import { RangeReader } from "./files/read-range.ts";
import type { Answer } from "./operations/call.ts";
import { S3Error } from "./protocol/s3-error.ts";
import { errorDocument } from "./protocol/xml.ts";
import type { Store } from "./store.ts";

const XML = "application/xml";
/**
 * The rest of a refused body is read and discarded up to this size, so that the client receives the refusal. For a
 * larger rest the connection is closed.
 */
const MOST_IGNORED_BYTES = 64 * 1024 * 1024;

/** Sends an answer; for HEAD only its headers. */
export async function sendAnswer(
  store: Store,
  message: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> {
  const { status, headers = {}, xml, bytes } = answer;
  const body = xml ?? answer.text;
  const head = message.method === "HEAD";
  if (bytes === undefined || head || bytes.length === 0) {
    response.writeHead(status, {
      ...(bytes === undefined && body === undefined && status === 200 && { "content-length": "0" }),
      ...headers,
      ...(xml !== undefined && { "content-type": XML }),
      ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
    });
    response.end(head ? undefined : body);
    return;
  }
  const ids = bytes.parts.map(({ fileId }) => fileId);
  await store.files.holding(ids, async () => {
    const small = await store.smallFiles.read(bytes);
    if (small !== undefined) {
      if (bytes.bucket.countsTransfer) store.transfers.count(bytes.bucket, small.length);
      response.writeHead(status, headers);
      response.end(small);
      return;
    }
    const reader = await RangeReader.open(store.files, bytes);
    let sent = 0;
    try {
      for await (const piece of reader.bytes({ lent: true })) {
        if (!response.headersSent) response.writeHead(status, headers);
        sent += piece.byteLength;
        if (piece.byteLength === bytes.length) response.end(piece);
        else await write(response, piece);
      }
      if (!response.writableEnded) response.end();
      await finished(response);
    } finally {
      if (bytes.bucket.countsTransfer) store.transfers.count(bytes.bucket, sent);
      await reader.close();
    }
  });
}

/** Writes a piece of a body. Resolves when it is sent, so that its memory can be used again. */
function write(response: ServerResponse, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Disconnection());
    response.once("close", onClose);
    response.write(piece, (error) => {
      response.off("close", onClose);
      if (error == null) resolve();
      else reject(error);
    });
    if (response.destroyed) onClose();
  });
}

/** The client has closed its connection before the end of the answer. */
class Disconnection extends Error {
  readonly code = "ECONNRESET";
}

/** Sends a refusal in S3's format. Details of internal errors go to the log only. */
export function sendError(message: IncomingMessage, response: ServerResponse, error: S3Error, requestId: string): void {
  const path = (message.url ?? "").split("?", 1)[0] ?? "";
  const xml = errorDocument({ Code: error.code, Message: error.message, Resource: path, RequestId: requestId });
  response.writeHead(error.status, {
    "content-type": XML,
    "content-length": String(Buffer.byteLength(xml)),
    ...error.headers,
    ...(error.code === "ServiceUnavailable" && { "retry-after": "2" }),
    ...(error.code === "SlowDown" && { "retry-after": "1" }),
    ...(mustClose(message) && { connection: "close" }),
  });
  response.end(message.method === "HEAD" ? undefined : xml);
  message.resume();
}

/** Converts an error to one that may be shown to clients. */
export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (isDatabaseUnavailable(error))
    return Object.assign(new S3Error("ServiceUnavailable", databaseUnavailable(error).message), { cause: error });
  if (error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT")) {
    const full = "The disk of the object store is full; try again when its operator has freed space.";
    return Object.assign(new S3Error("ServiceUnavailable", full), { cause: error });
  }
  return Object.assign(new S3Error("InternalError", "Something went wrong on our side; retry."), { cause: error });
}

function mustClose(message: IncomingMessage): boolean {
  if (message.complete) return false;
  const length = message.headers["content-length"];
  return message.headers.expect !== undefined || length === undefined || Number(length) > MOST_IGNORED_BYTES;
}
