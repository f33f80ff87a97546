import { once } from "node:events";
import type { Duplex } from "node:stream";

/** The protocol of screens, as its server and its viewer name it first (RFC 6143, section 7.1.1). */
export const RFB_VERSION = Buffer.from("RFB 003.008\n");

/** Security without a password. */
const NONE = 1;

/** The other side does not speak the protocol, or has gone. */
export class RfbBroken extends Error {
  override readonly name = "RfbBroken";
}

/**
 * Lets a viewer in without a password, as a server (RFC 6143, sections 7.1.1 to 7.1.3). Its next byte is ClientInit.
 * @throws RfbBroken
 */
export async function greetViewer(stream: Duplex): Promise<void> {
  await send(stream, RFB_VERSION);
  if (!isVersion(await take(stream, RFB_VERSION.length))) throw new RfbBroken("The viewer speaks another protocol.");
  await send(stream, Buffer.from([1, NONE]));
  if ((await take(stream, 1))[0] !== NONE) throw new RfbBroken("The viewer wants another kind of security.");
  await send(stream, Buffer.alloc(4));
}

/** Whether the bytes name a version of the protocol. */
export function isVersion(bytes: Buffer): boolean {
  return /^RFB 003\.\d{3}\n$/.test(bytes.toString("latin1"));
}

/** Reads as many bytes as asked for. @throws RfbBroken when the other side has gone */
export async function take(stream: Duplex, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0);
  for (;;) {
    const chunk: Buffer | null = stream.read(length);
    if (chunk?.length === length) return chunk;
    if (chunk !== null || stream.readableEnded || stream.destroyed) throw new RfbBroken("The other side has gone.");
    await until(stream, "readable");
  }
}

/** Writes at the pace of the other side. @throws RfbBroken when it has gone */
export async function send(stream: Duplex, bytes: Buffer): Promise<void> {
  if (stream.destroyed) throw new RfbBroken("The other side has gone.");
  if (!stream.write(bytes)) await until(stream, "drain");
}

/** Waits for an event or the stream's end. @throws the stream's error */
async function until(stream: Duplex, event: "readable" | "drain"): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([event, "end", "close"].map((name) => once(stream, name, { signal })));
  } finally {
    waiting.abort();
  }
}
