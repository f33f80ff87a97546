import "server-only";

/**
 * As much as the public API takes. Next sets no limit to what a route reads, and who is not signed in may send to some
 * of them.
 */
const MOST_BYTES = 1024 * 1024;

/**
 * The whole body of a request; undefined when it is larger than 1 MiB: it is then read and thrown away, so that the
 * client hears why.
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
