import type { Readable } from "node:stream";
import { ProviderError } from "../../ports/provider-error.ts";
import { unreachable } from "./lxd-refusal.ts";

/**
 * What a read of a body comes to.
 * @throws ProviderError, retryable, where the connection broke; the signal's reason when that is aborted
 */
export async function whole<Value>(body: Promise<Value>, signal: AbortSignal): Promise<Value> {
  try {
    return await body;
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(error);
  }
}

/** All of a body; undefined when it has more bytes than that, the rest of which are not read. */
export async function bytesOf(body: Readable, mostBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > mostBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** A body as it comes. Whoever stops reading lets the connection go. */
export async function* chunksOf(body: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(error);
  } finally {
    body.destroy();
  }
}

/** The refusal of a file that is larger than anything it should be. */
export function tooLarge(path: string, mostBytes: number): ProviderError {
  const cause = new Error(`LXD answered more than ${mostBytes} bytes to ${path}`);
  return new ProviderError(
    "provider_answer_too_large",
    "A file of the VM is larger than the site reads; look at its accounts and keys from within the VM.",
    {
      retryable: false,
      cause,
    },
  );
}
