import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { endOf, type Product } from "./product.ts";

/** The first kill comes while what was just asked for is being done; the workers after that one live long enough to begin something too. */
const FIRST_LIFE_MS = { least: 10, most: 200 };
const LIFE_MS = { least: 500, most: 3_000 };

/** The one worker of an installation, which is ended by SIGKILL and started again for as long as it is in danger. */
export class EndangeredWorker {
  readonly #product: Product;
  #child: ChildProcess;
  #danger: Promise<void> | undefined;
  #stop = new AbortController();
  #kills = 0;
  #askedBy = 0;

  constructor(product: Product) {
    this.#product = product;
    this.#child = product.startWorker();
  }

  /** Begins to kill it, unless that has begun. */
  endanger(): void {
    this.#askedBy++;
    this.#danger ??= this.#kill(this.#stop.signal);
  }

  /** Ends that, once as often as it was begun: the worker that was started last lives on. @returns how often it was killed so far */
  async spare(): Promise<number> {
    if (--this.#askedBy > 0) return this.#kills;
    this.#stop.abort();
    await this.#danger;
    this.#danger = undefined;
    this.#stop = new AbortController();
    return this.#kills;
  }

  async #kill(signal: AbortSignal): Promise<void> {
    for (let life = FIRST_LIFE_MS; ; life = LIFE_MS) {
      await lifetime(life, signal);
      if (signal.aborted) return;
      await endOf(this.#child, "SIGKILL");
      this.#child = this.#product.startWorker();
      this.#kills++;
    }
  }
}

/** Passes after a random time, or at once when the signal says so. */
async function lifetime({ least, most }: typeof LIFE_MS, signal: AbortSignal): Promise<void> {
  try {
    await sleep(least + Math.random() * (most - least), undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
