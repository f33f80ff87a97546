import type { Readable } from "node:stream";
import { ProviderError } from "../../ports/provider-error.ts";
import { unreachable } from "./lxd-refusal.ts";

/**
 * Awaits the read of a body.
 * @throws ProviderError, retryable, when the connection broke; the signal's reason when that is aborted
 */
export async function whole<Value>(body: Promise<Value>, signal: AbortSignal): Promise<Value> {
  try {
    return await body;
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(error);
  }
}

/** Reads a whole body; undefined when it exceeds `mostBytes`, in which case the rest is not read. */
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

/** Streams a body. The connection is released when the reader stops early. */
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

/** The error for a file that is larger than expected. */
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
