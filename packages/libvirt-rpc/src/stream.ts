import { Duplex } from "node:stream";
import type { LibvirtError } from "./libvirt-error.ts";
import { CHUNK_BYTES, STATUS } from "./wire/frame.ts";

interface Way {
  readonly send: (status: number, payload: Buffer, sent?: (error?: Error | null) => void) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
}

const EMPTY = Buffer.alloc(0);

/**
 * A stream of the server: what it gives is read, what it takes is written, each at the other side's pace. `end()`
 * finishes an upload, which is complete when the stream has emitted `finish`. The stream fails with what the server
 * says.
 */
export class LibvirtStream extends Duplex {
  readonly #way: Way;
  #finishing: ((error?: Error | null) => void) | undefined;
  /** Whether the server or this side has ended it. */
  #over: boolean = false;

  constructor(way: Way) {
    super({ allowHalfOpen: true, autoDestroy: true });
    this.#way = way;
  }

  /** Takes a message of the server: data, the end of data, the confirmation of `end`, or an error. */
  receive(status: number, payload: Buffer, errorOf: () => LibvirtError): void {
    if (status === STATUS.error) this.destroy(errorOf());
    else if (status === STATUS.continue && payload.length > 0) {
      if (!this.push(Buffer.from(payload))) this.#way.pause();
    } else if (status === STATUS.continue) {
      this.push(null);
      // What is read to its end has to be finished by whoever read it.
      if (!this.writableEnded) this.end();
    } else {
      this.#over = true;
      if (!this.readableEnded) this.push(null);
      this.#finishing?.();
      this.#finishing = undefined;
    }
  }

  lose(reason: Error): void {
    if (!this.#over) this.destroy(reason);
  }

  override _read(): void {
    this.#way.resume();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const parts = Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) =>
      bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
    );
    for (const [index, part] of parts.entries())
      this.#way.send(STATUS.continue, part, index === parts.length - 1 ? done : undefined);
    if (parts.length === 0) done();
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#over) {
      done();
      return;
    }
    this.#finishing = done;
    this.#way.send(STATUS.ok, EMPTY);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // The server drops what was begun when its client has gone.
    this.#over = true;
    this.#finishing?.(error);
    this.#finishing = undefined;
    this.#way.close();
    done(error);
  }
}
