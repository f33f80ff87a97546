import "server-only";

/**
 * The public API's limit. Next does not limit what a route reads, and some routes accept requests without a session.
 */
const MOST_BYTES = 1024 * 1024;

/**
 * Reads the whole body of a request. Returns undefined if it exceeds 1 MiB: the rest is then read and discarded, so
 * that the client receives the refusal.
 */
export async function readBody(request: Request): Promise<Buffer<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.length;
    if (size <= MOST_BYTES) pieces.push(piece);
    else pieces.length = 0;
  }
  return size <= MOST_BYTES ? Buffer.concat(pieces, size) : undefined;
}
