import { ProviderError } from "../../ports/provider-error.ts";

/** A part of a form. Its content is read before the next part is asked for. */
export interface Part {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

const LINE_END = Buffer.from("\r\n");
const HEADERS_END = Buffer.from("\r\n\r\n");
/** Of the headers of a part. */
const MOST_HEADERS = 16_384;

/**
 * Reads the parts of a form as they stream (RFC 7578; the delimiters are of RFC 2046, 5.1.1).
 * @throws ProviderError, retryable, where it ends within a part
 */
export async function* partsOf(content: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const text = new Text(content);
  for await (const _ of text.until(delimiter));
  for (let end = await text.line(); end !== "--"; end = await text.line()) {
    const headers = await text.headers();
    const [, name = ""] = /^content-disposition:.*\bname="([^"]*)"/im.exec(headers) ?? [];
    yield { name, content: text.until(delimiter) };
  }
}

class Text {
  readonly #source: AsyncIterator<Uint8Array>;
  /** The first delimiter has no line before it. */
  #rest = LINE_END;

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#source = content[Symbol.asyncIterator]();
  }

  /** What comes before a mark, which is passed over. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#rest.indexOf(mark);
      const end = at < 0 ? Math.max(0, this.#rest.length - mark.length + 1) : at;
      const before = this.#rest.subarray(0, end);
      this.#rest = this.#rest.subarray(at < 0 ? end : end + mark.length);
      if (before.length > 0) yield before;
      if (at >= 0) return;
      await this.#more();
    }
  }

  /** The two bytes after a delimiter: those of a line's end, or those that end the form. */
  async line(): Promise<string> {
    while (this.#rest.length < 2) await this.#more();
    const two = this.#rest.toString("latin1", 0, 2);
    this.#rest = this.#rest.subarray(2);
    if (two !== "--" && two !== "\r\n") throw broken();
    return two;
  }

  /** A part without headers begins with an empty line, which no server of ours sends. */
  async headers(): Promise<string> {
    const read: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.until(HEADERS_END)) {
      size += chunk.length;
      if (size > MOST_HEADERS) throw broken();
      read.push(chunk);
    }
    return Buffer.concat(read).toString("latin1");
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw broken();
    this.#rest = Buffer.concat([this.#rest, value]);
  }
}

function broken(): ProviderError {
  return new ProviderError("image_damaged", "The site ended an image within one of its parts; it is read again.", {
    retryable: true,
  });
}
