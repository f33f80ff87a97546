import { RefusedFile } from "./image-file.ts";
import type { ByteSource } from "./tar-entries.ts";

/** Bytes that also are given on as they come. */
export interface StreamSource extends ByteSource {
  /** The next bytes, piece by piece. @throws RefusedFile where the stream ends before */
  pass(length: number): AsyncGenerator<Buffer>;
}

/**
 * The bytes of a stream, of which no more than a piece is held.
 * @param onRead is told how many bytes were read so far, and throws at too many
 */
export function inStream(stream: AsyncIterable<Buffer>, onRead: (read: number) => void): StreamSource {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let read = 0;
  const more = async () => {
    const { done, value } = await chunks.next();
    if (done === true) return false;
    read += value.length;
    onRead(read);
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  };
  async function* pass(length: number) {
    for (let left = length; left > 0; ) {
      if (rest.length === 0 && !(await more()))
        throw new RefusedFile("The archive ends within a file; send all of it.");
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }
  return {
    pass,
    async take(length) {
      while (rest.length < length && (await more()));
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(bytes.length);
      return bytes;
    },
    async skip(length) {
      for await (const _ of pass(length));
    },
  };
}
