import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";

/** Work for the thread. */
export interface Order {
  readonly number: number;
  readonly files: readonly { readonly incoming: string; readonly path: string; readonly size: number }[];
  /** The content of all files, one after the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly removals: readonly string[];
}

/** The outcome of each file and each removal of an order. */
export interface Outcome {
  readonly number: number;
  readonly written: readonly (Failure | null)[];
  readonly removed: readonly (Failure | null)[];
}

export interface Failure {
  readonly message: string;
  /** The file system's code, such as ENOSPC. */
  readonly code: string | null;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}
interface Write extends Waiting {
  readonly incoming: string;
  readonly path: string;
  readonly content: Uint8Array;
}
interface Removal extends Waiting {
  readonly path: string;
}
interface Together {
  readonly writes: Write[];
  readonly removals: Removal[];
}

/**
 * Writes small files in a thread of its own, those of one turn of the event loop together. A PUT makes six calls of the
 * file system, and for a small file handing each of them to Node's threads takes longer than the call (docs/adr/0081).
 */
export class SmallWrites {
  #thread: Worker | undefined;
  #number = 0;
  #next: Together | undefined;
  readonly #underWay = new Map<number, Together>();

  /**
   * Creates a file under both names, and syncs it and its folder.
   * @throws Error with the file system's code; the caller removes what is there of the file
   */
  write(incoming: string, path: string, content: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#together().writes.push({ incoming, path, content, ...{ resolve, reject } }),
    );
  }

  /** Removes a name, if it exists. */
  remove(path: string): Promise<void> {
    return new Promise((resolve, reject) => this.#together().removals.push({ path, ...{ resolve, reject } }));
  }

  /** Ends the thread. The caller has awaited what it asked for. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  /** Goes out after this turn of the event loop. */
  #together(): Together {
    if (this.#next === undefined) {
      this.#next = { writes: [], removals: [] };
      void nextTurn(this.#next).then((together) => this.#send(together));
    }
    return this.#next;
  }

  #send(together: Together): void {
    this.#next = undefined;
    const { writes, removals } = together;
    const number = this.#number++;
    this.#underWay.set(number, together);
    const bytes = new Uint8Array(writes.reduce((sum, { content }) => sum + content.length, 0));
    let at = 0;
    for (const { content } of writes) {
      bytes.set(content, at);
      at += content.length;
    }
    const files = writes.map(({ incoming, path, content }) => ({ incoming, path, size: content.length }));
    const order: Order = { number, files, bytes, removals: removals.map(({ path }) => path) };
    this.#thread ??= this.#begin();
    this.#thread.postMessage(order, [bytes.buffer]);
  }

  #begin(): Worker {
    const thread = new Worker(new URL("./small-writes-thread.ts", import.meta.url));
    thread.on("message", ({ number, written, removed }: Outcome) => {
      const together = this.#underWay.get(number);
      this.#underWay.delete(number);
      for (const [index, waiting] of (together?.writes ?? []).entries()) settle(waiting, written[index] ?? null);
      for (const [index, waiting] of (together?.removals ?? []).entries()) settle(waiting, removed[index] ?? null);
    });
    // Whatever ends it, such as too little memory. The next write begins another one.
    thread.on("error", (error) => {
      this.#thread = undefined;
      for (const { writes, removals } of this.#underWay.values())
        for (const { reject } of [...writes, ...removals])
          reject(new Error("The thread that writes small files has ended.", { cause: error }));
      this.#underWay.clear();
    });
    return thread;
  }
}

function settle({ resolve, reject }: Waiting, failure: Failure | null): void {
  if (failure === null) resolve();
  else reject(Object.assign(new Error(failure.message), failure.code !== null && { code: failure.code }));
}
