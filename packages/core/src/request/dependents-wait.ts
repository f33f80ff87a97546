import { setTimeout as sleep } from "node:timers/promises";
import type { Blocker } from "@fulmar/contract";
import type { DomainError } from "./domain-error.ts";

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
/** How long a deletion waits for what is known to be going. */
const LONGEST_WAIT_MS = 60_000;

/** Whether any of these blockers in a workspace is on its way out. */
export type IsGoing = (workspaceId: bigint, ids: readonly string[]) => Promise<boolean>;

/** The patience of one request that is refused because of dependents which may be on their way out (docs/adr/0017). */
export class DependentsWait {
  readonly #isAnyGoing: (ids: readonly string[]) => Promise<boolean>;
  readonly #waitMs: number;
  readonly #signal: AbortSignal;
  readonly #begun = performance.now();
  #pauseMs = FIRST_PAUSE_MS;
  #isLastTry: boolean = false;

  /**
   * @param isAnyGoing whether any of these blockers is on its way out
   * @param waitMs how long to wait for what may be going; 0 waits for nothing
   */
  constructor(
    isAnyGoing: (ids: readonly string[]) => Promise<boolean>,
    { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
  ) {
    this.#isAnyGoing = isAnyGoing;
    this.#waitMs = waitMs;
    this.#signal = signal;
  }

  /**
   * Pauses, without a connection, before the request is tried again. @returns false when it is refused for good, or
   * nobody waits for it any more
   */
  async again(refusal: DomainError): Promise<boolean> {
    if (refusal.passing === undefined || this.#waitMs === 0 || this.#signal.aborted) return false;
    const waitedMs = performance.now() - this.#begun;
    if (waitedMs >= this.#waitMs && !(waitedMs < LONGEST_WAIT_MS && (await this.#isGoing(refusal)))) {
      // What stood in the way may have gone between the refusal and the question whether it goes: that is found out by
      // trying.
      if (this.#isLastTry) return false;
      this.#isLastTry = true;
      return !this.#signal.aborted;
    }
    this.#isLastTry = false;
    await this.#pause();
    return !this.#signal.aborted;
  }

  async #isGoing({ passing, blockers = [] }: DomainError): Promise<boolean> {
    if (passing === "surely") return true;
    return this.#isAnyGoing(blockers.map(({ id }: Blocker) => id));
  }

  async #pause(): Promise<void> {
    try {
      await sleep(this.#pauseMs, undefined, { signal: this.#signal });
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    }
    this.#pauseMs = Math.min(this.#pauseMs * 1.5, LONGEST_PAUSE_MS);
  }
}
