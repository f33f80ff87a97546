/** Larger than any answer that is asked for; a server that sends more is not believed. */
const MESSAGE_BYTES = 256 * 2 ** 20;

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Buffer.from('"\\{}[]');

/**
 * Cuts what a socket gives into objects of JSON, which follow each other without anything between them (RFC 7047,
 * section 4). It looks at each byte once, and joins the parts of a message once, however many there are.
 */
export class JsonStream {
  #parts: Buffer[] = [];
  #length = 0;
  #depth = 0;
  #place: "outside" | "text" | "escape" = "outside";
  readonly #most: number;

  constructor(most = MESSAGE_BYTES) {
    this.#most = most;
  }

  /** @throws Error when the bytes are no objects of JSON, or one is too large */
  *read(bytes: Buffer): Generator<Record<string, unknown>> {
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (!this.#ends(bytes[at])) continue;
      const whole = Buffer.concat([...this.#parts, bytes.subarray(start, at + 1)]);
      this.#parts = [];
      this.#length = 0;
      start = at + 1;
      yield messageIn(whole);
    }
    if (start === bytes.length) return;
    this.#parts.push(bytes.subarray(start));
    this.#length += bytes.length - start;
    if (this.#length > this.#most) throw new Error(`A message has more than ${this.#most} bytes.`);
  }

  /** Whether a message ends with this byte. */
  #ends(byte: number | undefined): boolean {
    if (this.#place === "escape") this.#place = "text";
    else if (this.#place === "text") {
      if (byte === BACKSLASH) this.#place = "escape";
      else if (byte === QUOTE) this.#place = "outside";
    } else if (byte === QUOTE) this.#place = "text";
    else if (byte === OPEN || byte === OPEN_LIST) this.#depth += 1;
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      this.#depth -= 1;
      if (this.#depth < 0) throw new Error("A message ends that has not begun.");
      return this.#depth === 0;
    }
    return false;
  }
}

function messageIn(bytes: Buffer): Record<string, unknown> {
  const message: unknown = JSON.parse(bytes.toString());
  if (typeof message !== "object" || message === null || Array.isArray(message))
    throw new Error("A message is no object.");
  return { ...message };
}
