import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { endOf, type Product } from "./product.ts";

/**
 * The first kill comes while what was just asked for is being done; the workers after that one live long enough to
 * begin something too.
 */
const FIRST_LIFE_MS = { least: 10, most: 200 };
const LIFE_MS = { least: 500, most: 3_000 };

/**
 * Each kill costs what was being done a lease, of ten seconds; a deletion waits a minute at most for what it depends
 * on.
 */
const MOST_KILLS = 3;

/**
 * The one worker of an installation, which is ended by SIGKILL and started again, a few times each time that it is in
 * danger.
 */
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

  /** Ends that once it was asked for as often as the beginning. @returns how often it was killed so far */
  async spare(): Promise<number> {
    if (--this.#askedBy === 0) await this.leaveAlone();
    return this.#kills;
  }

  /** Kills it no more, whoever asked for that: the worker that was started last lives on. */
  async leaveAlone(): Promise<void> {
    this.#stop.abort();
    await this.#danger;
    this.#danger = undefined;
    this.#stop = new AbortController();
  }

  async #kill(signal: AbortSignal): Promise<void> {
    for (let kills = 0; kills < MOST_KILLS; kills++) {
      await lifetime(kills === 0 ? FIRST_LIFE_MS : LIFE_MS, signal);
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
