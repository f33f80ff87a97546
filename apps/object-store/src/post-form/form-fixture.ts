import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { S3Error } from "../protocol/s3-error.ts";
import type { PostForm } from "./read-form.ts";

export const BOUNDARY = "----frontier";
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
export const CLOSING = `\r\n--${BOUNDARY}--\r\n`;

/** A part of a hand-made form, from its boundary to its last byte. */
export function part(name: string, value: string, more = ""): string {
  return `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;
}

export function filePart(text: string, name = "a.txt"): string {
  return part("file", text, `; filename="${name}"\r\nContent-Type: text/plain`);
}

/** A whole form: the fields in order, then the file. */
export function formOf(fields: Readonly<Record<string, string>>, text = "hello"): string {
  const parts = Object.entries(fields).map(([name, value]) => part(name, value));
  return [...parts, filePart(text), CLOSING].join("");
}

/**
 * Sends a body to a server of its own, which answers and reads what is left of the body, as the object store does.
 * @returns what the server makes of it, when the client has sent all and has its answer
 */
export function posted<Result>(
  body: string | Iterable<Uint8Array>,
  take: (message: IncomingMessage) => Promise<Result>,
  contentType = FORM_TYPE,
): Promise<Result> {
  return exchange(contentType, take, async (socket) => {
    const answered = once(socket, "data");
    await pipeline(chunks(typeof body === "string" ? [Buffer.from(body)] : body), socket, { end: false });
    await answered;
    socket.end();
  });
}

/** Sends the beginning of a body. @param take has to close the client's connection, by `leave` */
export function begun<Result>(
  body: string,
  take: (message: IncomingMessage, leave: () => void) => Promise<Result>,
): Promise<Result> {
  let leave = () => {};
  return exchange(
    FORM_TYPE,
    (message) => take(message, leave),
    async (socket) => {
      leave = () => socket.destroy();
      const [chunk = ""] = chunks([Buffer.from(body)]);
      socket.write(chunk);
      await once(socket, "close");
    },
  );
}

/** A client over TCP, since Node's own stops sending when it is answered early. */
async function exchange<Result>(
  contentType: string,
  take: (message: IncomingMessage) => Promise<Result>,
  send: (socket: Socket) => Promise<void>,
): Promise<Result> {
  const { promise: result, resolve, reject } = Promise.withResolvers<Result>();
  const server = createServer((message, response) => {
    const answer = () => {
      message.resume();
      response.end();
    };
    take(message).then(resolve, reject).finally(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  try {
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-type: ${contentType}\r\ntransfer-encoding: chunked\r\n\r\n`);
    const [taken] = await Promise.all([result, send(socket)]);
    return taken;
  } finally {
    socket.destroy();
    server.close();
  }
}

/** A body in HTTP chunks, one for each piece. */
function* chunks(body: Iterable<Uint8Array>): Generator<Buffer> {
  for (const piece of body)
    yield Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
  yield Buffer.from("0\r\n\r\n");
}

/** All bytes of a form's file as text. */
export async function textOf({ file }: Pick<PostForm, "file">): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** The S3 code of a refusal; "accepted" without one. */
export async function codeOf(action: () => unknown): Promise<string> {
  try {
    await action();
    return "accepted";
  } catch (error) {
    if (error instanceof S3Error) return error.code;
    throw error;
  }
}
