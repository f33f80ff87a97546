import type { Sql } from "@fulmar/prisma";
import type { DomainError } from "../domain-error.ts";

/**
 * Thrown by the handler of a change that needs something outside of its transaction first, such as the work of a
 * worker. The transaction is rolled back, `prepare` is awaited without one, and the handler runs again, once.
 */
export class PreparationNeeded extends Error {
  override readonly name = "PreparationNeeded";
  /** Resolves to the refusal of the request if it cannot be prepared. Repeatable. */
  readonly prepare: (sql: Sql, signal: AbortSignal) => Promise<DomainError | undefined>;

  constructor(prepare: PreparationNeeded["prepare"]) {
    super("the change has to be prepared outside of its transaction");
    this.prepare = prepare;
  }
}

/** How a handler does what takes time elsewhere. */
export interface Outside {
  result<Value>(work: (signal: AbortSignal) => Promise<Value>, signal: AbortSignal): Promise<Value>;
}

/** A rehearsal does it at once: it is given ports that read elsewhere and write nothing (docs/adr/0076). */
export class RehearsedOutside implements Outside {
  /** Whether the change would do something elsewhere. */
  used: boolean = false;

  result<Value>(work: (signal: AbortSignal) => Promise<Value>, signal: AbortSignal): Promise<Value> {
    this.used = true;
    return work(signal);
  }
}

/** The work that the handler of one change has done outside of its transaction. */
export class OutsideWork implements Outside {
  #done: { readonly value: unknown } | undefined;

  /**
   * The result of the work, once it is done.
   * @throws PreparationNeeded before, which does it
   */
  async result<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    // A handler has one work, so the value is of its type.
    if (this.#done !== undefined) return this.#done.value as Value;
    throw new PreparationNeeded(async (_, signal) => {
      this.#done = { value: await work(signal) };
      return undefined;
    });
  }
}
