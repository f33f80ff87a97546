import { setTimeout as sleep } from "node:timers/promises";
import type { Blocker } from "@fulmar/contract";
import type { DomainError } from "../domain-error.ts";

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
/** How long a request waits for a blocker that surely goes, such as a dependent that is being deleted. */
const LONGEST_WAIT_MS = 60_000;

/** Whether any of these blockers in a workspace is being deleted. */
export type IsGoing = (workspaceId: bigint, ids: readonly string[]) => Promise<boolean>;

/**
 * Retries a request that is refused because of something that may pass: a dependent on its way out (docs/adr/0017), or
 * another attachment of the same VM (docs/adr/0007).
 */
export class DependentsWait {
  readonly #isAnyGoing: (ids: readonly string[]) => Promise<boolean>;
  readonly #waitMs: number;
  readonly #patienceMs: number;
  readonly #signal: AbortSignal;
  readonly #begun = performance.now();
  #pauseMs = FIRST_PAUSE_MS;
  #isLastTry: boolean = false;

  /**
   * @param isAnyGoing whether any of these blockers is being deleted
   * @param waitMs how long to wait for them. 0 does not wait
   * @param onlyWhileGoing whether to refuse at once what is not being deleted: nobody waits for a plan to change
   */
  constructor(
    isAnyGoing: (ids: readonly string[]) => Promise<boolean>,
    {
      waitMs,
      onlyWhileGoing,
      signal,
    }: { readonly waitMs: number; readonly onlyWhileGoing: boolean; readonly signal: AbortSignal },
  ) {
    this.#isAnyGoing = isAnyGoing;
    this.#waitMs = waitMs;
    this.#patienceMs = onlyWhileGoing ? 0 : waitMs;
    this.#signal = signal;
  }

  /**
   * Pauses before the next try, without holding a connection.
   * @returns false when the refusal is final or the caller has disconnected
   */
  async again(refusal: DomainError): Promise<boolean> {
    if (refusal.passing === undefined || this.#waitMs === 0 || this.#signal.aborted) return false;
    const waitedMs = performance.now() - this.#begun;
    if (waitedMs >= this.#patienceMs && !(waitedMs < LONGEST_WAIT_MS && (await this.#isGoing(refusal)))) {
      // The blocker may have gone between the refusal and the check. One more try finds out.
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
