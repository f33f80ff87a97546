import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { endOf, type Product } from "./product.ts";

/**
 * The first kill hits operations that were just requested. The following workers live long enough to start some too.
 */
const FIRST_LIFE_MS = { least: 10, most: 200 };
const LIFE_MS = { least: 500, most: 3_000 };

/**
 * Each kill delays its operations by a lease of ten seconds, and a deletion waits at most a minute for its dependents.
 */
const MOST_KILLS = 3;

/** The only worker of an installation, which is killed by SIGKILL and restarted a few times in each dangerous phase. */
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

  /** Starts the kills, unless they have started. */
  endanger(): void {
    this.#askedBy++;
    this.#danger ??= this.#kill(this.#stop.signal);
  }

  /** Stops the kills once it was called as often as `endanger`. @returns how often the worker was killed so far */
  async spare(): Promise<number> {
    if (--this.#askedBy === 0) await this.leaveAlone();
    return this.#kills;
  }

  /** Stops the kills regardless of the calls so far. The last worker stays. */
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

/** Waits for a random time, or until the signal is aborted. */
async function lifetime({ least, most }: typeof LIFE_MS, signal: AbortSignal): Promise<void> {
  try {
    await sleep(least + Math.random() * (most - least), undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
