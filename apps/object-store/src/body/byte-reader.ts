import { S3Error } from "../protocol/s3-error.ts";

/** Reads a stream by lines and byte counts. It buffers at most one chunk. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /**
   * A line without its end (CR LF); at the end of the stream, the rest, and empty lines after that. @throws S3Error
   * when it is longer than `longest`
   */
  async line(longest: number): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf("\r\n");
      if (end > longest || (end === -1 && this.#rest.length > longest)) throw malformedChunks();
      if (end !== -1) return this.#taken(end, end + 2);
      const piece = await this.#next();
      if (piece === undefined) return this.#taken(this.#rest.length, this.#rest.length);
      this.#rest = Buffer.concat([this.#rest, piece]);
    }
  }

  /** The beginning of what is buffered, which is gone up to `next`. */
  #taken(end: number, next: number): string {
    const text = this.#rest.toString("latin1", 0, end);
    this.#rest = this.#rest.subarray(next);
    return text;
  }

  /** Yields this many bytes in chunks as they arrive. @throws S3Error when the stream ends earlier */
  async *take(length: number): AsyncGenerator<Buffer> {
    for (let missing = length; missing > 0; ) {
      const piece = this.#rest.length > 0 ? this.#rest : await this.#next();
      if (piece === undefined) throw new S3Error("IncompleteBody", "The body ended before it was complete.");
      this.#rest = piece.subarray(missing);
      const taken = piece.subarray(0, missing);
      missing -= taken.length;
      yield taken;
    }
  }

  async #next(): Promise<Buffer | undefined> {
    const { done, value } = await this.#source.next();
    return done ? undefined : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}

export function malformedChunks(): S3Error {
  return new S3Error("IncompleteBody", "The body is not made of chunks as its x-amz-content-sha256 says.");
}
