import type { Sql } from "@fulmar/prisma";
import { claim } from "./claim.ts";
import type { Logger } from "./logger.ts";
import type { OperationState } from "./operation-state.ts";

export interface IntakeOptions {
  readonly sql: Sql;
  readonly owner: string;
  readonly sagas: readonly string[];
  readonly logger: Logger;
  /** Ids of the operations in flight. */
  readonly inFlight: () => readonly string[];
  readonly concurrency: number;
  readonly start: (state: OperationState) => void;
}

/**
 * Claims due operations into the room that a worker has: one claim at a time, and none while nothing points to due
 * ones.
 */
export class Intake {
  readonly #options: IntakeOptions;
  #moreMayBeDue: boolean = false;
  #claiming: boolean = false;
  #closed: boolean = false;
  #last: Promise<void> = Promise.resolve();

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** Something may be due: a notification, a timer, the poll. */
  wake(): void {
    this.#moreMayBeDue = true;
    this.fill();
  }

  /** Uses the room that there is now. After a claim that filled it, the next room is used at once too. */
  fill(): void {
    if (this.#moreMayBeDue && !this.#claiming && !this.#closed) this.#last = this.#claim();
  }

  /** Claims nothing more; resolves when a claim under way has been handed over. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
  }

  async #claim(): Promise<void> {
    this.#claiming = true;
    const { sql, owner, sagas, logger, inFlight, concurrency, start } = this.#options;
    try {
      while (this.#moreMayBeDue && !this.#closed) {
        const except = inFlight();
        const limit = concurrency - except.length;
        if (limit <= 0) return;
        this.#moreMayBeDue = false;
        const claimed = await claim(sql, { owner, limit, sagas, except });
        if (claimed.length === limit) this.#moreMayBeDue = true;
        for (const state of claimed) start(state);
      }
    } catch (error) {
      logger.error({ err: error }, "operations could not be claimed; the next poll tries again");
    } finally {
      // In the same tick as the last look at the flag, so that a wake-up in between cannot get lost.
      this.#claiming = false;
    }
  }
}
