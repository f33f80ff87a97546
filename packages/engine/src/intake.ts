import type { Sql } from "@fulmar/prisma";
import { claim } from "./claim.ts";
import type { Room } from "./lanes.ts";
import type { Logger } from "./logger.ts";
import type { OperationState } from "./operation-state.ts";

export interface IntakeOptions {
  readonly sql: Sql;
  readonly owner: string;
  readonly sagas: readonly string[];
  readonly logger: Logger;
  /**
   * While more is due than the worker takes, a claim waits until it may take so many: a claim of several costs little
   * more than a claim of one.
   */
  readonly batch: number;
  /** Ids of the operations in flight. */
  readonly inFlight: () => readonly string[];
  readonly room: () => Room;
  readonly start: (state: OperationState) => void;
}

/** Claims due operations as the worker has room, one claim at a time, and only when some may be due. */
export class Intake {
  readonly #options: IntakeOptions;
  #moreMayBeDue: boolean = false;
  /** The last claim took all that it asked for. */
  #queued: boolean = false;
  /** An organization of the last claim. Those after it have their turn. */
  #after = "";
  #claiming: boolean = false;
  #closed: boolean = false;
  #last: Promise<void> = Promise.resolve();

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** Called when something may be due: on a notification, a timer or the poll. */
  wake(): void {
    this.#moreMayBeDue = true;
    this.#queued = false;
    this.fill();
  }

  /** Claims for the present room. If a claim filled it, the next free room is filled too. */
  fill(): void {
    if (this.#moreMayBeDue && !this.#claiming && !this.#closed) this.#last = this.#claim();
  }

  /** Stops claiming. Resolves when a claim in progress has been handed over. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
  }

  async #claim(): Promise<void> {
    this.#claiming = true;
    const { sql, owner, sagas, logger, batch, inFlight, room, start } = this.#options;
    try {
      while (this.#moreMayBeDue && !this.#closed) {
        const { limit, ...rooms } = room();
        if (limit < (this.#queued ? batch : 1)) return;
        this.#moreMayBeDue = false;
        const claimed = await claim(sql, { owner, limit, ...rooms, after: this.#after, sagas, except: inFlight() });
        this.#after = claimed.at(-1)?.organizationId ?? this.#after;
        for (const state of claimed) start(state);
        this.#queued = claimed.length === limit;
        if (this.#queued) this.#moreMayBeDue = true;
        else if (rooms.lanes.some((lane) => lane.room !== null)) {
          // A lane may have more that is due, for which it has no room now.
          this.#moreMayBeDue = true;
          return;
        }
      }
    } catch (error) {
      logger.error({ err: error }, "operations could not be claimed; the next poll tries again");
    } finally {
      // In the same tick as the last read of the flag, so that no wake-up in between is lost.
      this.#claiming = false;
    }
  }
}
