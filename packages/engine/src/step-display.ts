import { CancelRequested } from "./interruption.ts";
import { LeaseLost } from "./lease.ts";
import { operationContext, type StepRecord } from "./operation-state.ts";
import type { Run } from "./run.ts";
import type { Step } from "./saga.ts";
import { type Move, type MoveResult, move } from "./transition.ts";

/** How long a step may run before the database is told of its beginning, if it was not told before. */
const SHOWN_AFTER_MS = 50;

/** A running step, as others see it: its record and what its `begun` writes. */
export class StepDisplay {
  readonly #run: Run;
  readonly #step: Step;
  #unwritten: readonly StepRecord[];
  #shown: boolean;
  #timer: NodeJS.Timeout | undefined;
  #showing: Promise<void> = Promise.resolve();

  /**
   * @param ended the steps before it whose end is not yet recorded
   * @param shown whether `begun` has been written already
   */
  constructor(run: Run, step: Step, { ended, shown }: { ended: readonly StepRecord[]; shown: boolean }) {
    this.#run = run;
    this.#step = step;
    this.#unwritten = ended;
    this.#shown = shown || step.begun === undefined;
  }

  /** The steps before it whose end is still not recorded. */
  get unwritten(): readonly StepRecord[] {
    return this.#unwritten;
  }

  /** Records the beginning and calls `begun` after 50 ms, unless `close` comes first. */
  showSoon(record: StepRecord): void {
    const steps = [...this.#unwritten, record];
    this.#timer = setTimeout(() => {
      this.#showing = this.#show(steps);
    }, SHOWN_AFTER_MS);
  }

  /** Waits for the write, if it has begun. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#showing;
  }

  /** Writes a change of the operation, with what `begun` writes if others have not seen it. */
  async write(change: Move): Promise<MoveResult> {
    const { worker, state } = this.#run;
    if (this.#shown) return move(worker.database.sql, worker.owner, state, change);
    const result = await worker.database.transaction(async (transaction) => {
      const moved = await move(transaction.sql, worker.owner, state, change);
      if (moved === "moved") await this.#step.begun?.(transaction, operationContext(state));
      return moved;
    });
    this.#shown = result === "moved";
    return result;
  }

  async #show(steps: readonly StepRecord[]): Promise<void> {
    const { worker, state, gone, cancel } = this.#run;
    try {
      const result = await this.write({ steps });
      if (result === "moved") this.#unwritten = [];
      else if (result === "lost") gone.abort(new LeaseLost(state.operationId));
      else cancel.abort(new CancelRequested());
    } catch (error) {
      const fields = { operation_id: state.operationId, saga: state.saga, step: this.#step.name, err: error };
      worker.logger.warn(fields, "the beginning of a step could not be recorded; its end will be");
    }
  }
}
