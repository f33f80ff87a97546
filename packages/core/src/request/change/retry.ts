import { isSerializationFailure, type Sql } from "@fulmar/prisma";
import { type ConstraintErrors, refusalOf } from "../answers/refusal-of.ts";
import type { Workspace } from "../caller.ts";
import type { DomainError } from "../domain-error.ts";
import { type BillingAdmission, boughtMeanwhile, type Decided, isBoughtMeanwhile, lacksFunds } from "./admission.ts";
import type { DependentsWait } from "./dependents-wait.ts";
import { PreparationNeeded } from "./preparation.ts";
import { HeldBack } from "./request.ts";

/** How often a transaction is tried again for each reason, at most. */
const RETRIES = {
  /** It needed work outside of its transaction, which is done before the next try. */
  preparation: 1,
  /** It collided with another transaction. Counted anew after each wait for dependents. */
  collision: 4,
  /** Funds were lacking, and what runs has been counted anew. */
  recount: 1,
  /** Its dependents may be on their way out. Limited by time: see `DependentsWait`. */
  dependents: Number.POSITIVE_INFINITY,
} as const;

type Reason = keyof typeof RETRIES;

/** Tries the transaction of one request until it is done or its refusal is final. */
export class Retry {
  readonly #sql: Sql;
  readonly #workspace: Workspace;
  readonly #admission: BillingAdmission;
  readonly #constraintErrors: ConstraintErrors;
  readonly #wait: DependentsWait;
  readonly #signal: AbortSignal;
  readonly #counts: Record<Reason, number> = { preparation: 0, collision: 0, recount: 0, dependents: 0 };

  constructor(parts: {
    readonly sql: Sql;
    readonly workspace: Workspace;
    readonly admission: BillingAdmission;
    readonly constraintErrors: ConstraintErrors;
    readonly wait: DependentsWait;
    readonly signal: AbortSignal;
  }) {
    this.#sql = parts.sql;
    this.#workspace = parts.workspace;
    this.#admission = parts.admission;
    this.#constraintErrors = parts.constraintErrors;
    this.#wait = parts.wait;
    this.#signal = parts.signal;
  }

  /**
   * @param once runs the transaction and adds the purchases that it decides
   * @param onRefusal records the final refusal, with the decisions of the last try
   * @throws DomainError the final refusal. HeldBack as it is, unrecorded
   */
  async untilDone<Result>(
    once: (decided: Decided[]) => Promise<Result>,
    onRefusal: (refusal: DomainError, decided: readonly Decided[]) => Promise<void>,
  ): Promise<Result> {
    for (;;) {
      const decided: Decided[] = [];
      try {
        return await once(decided);
      } catch (error) {
        if (error instanceof HeldBack) throw error;
        const refusal = await this.#refusalUnlessRetried(error, decided);
        if (refusal === undefined) continue;
        await onRefusal(refusal, decided);
        throw refusal;
      }
    }
  }

  /** The final refusal. Undefined if the transaction is to be tried again. */
  async #refusalUnlessRetried(thrown: unknown, decided: readonly Decided[]): Promise<DomainError | undefined> {
    let error = thrown;
    if (thrown instanceof PreparationNeeded && this.#mayRetry("preparation")) {
      error = await thrown.prepare(this.#sql, this.#signal).catch((refused: unknown) => refused);
      if (error === undefined) return undefined;
    }
    if (isCollision(error) && this.#mayRetry("collision")) return undefined;
    if (lacksFunds(decided) && this.#mayRetry("recount")) {
      if (await this.#admission.recount(this.#sql, this.#workspace)) return undefined;
    }
    const refusal = isBoughtMeanwhile(error) ? boughtMeanwhile(error) : refusalOf(error, this.#constraintErrors);
    if (!(this.#mayRetry("dependents") && (await this.#wait.again(refusal)))) return refusal;
    this.#counts.collision = 0;
    return undefined;
  }

  #mayRetry(reason: Reason): boolean {
    return this.#counts[reason]++ < RETRIES[reason];
  }
}

function isCollision(error: unknown): boolean {
  return isSerializationFailure(error) || isBoughtMeanwhile(error);
}

/** Tries a transaction again while it collides with others. @throws what its last try throws */
export async function untilSerialized<Result>(once: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries++) {
    try {
      return await once();
    } catch (error) {
      if (retries === RETRIES.collision || !isSerializationFailure(error)) throw error;
    }
  }
}
