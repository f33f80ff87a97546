import type { Operation } from "@fulmar/contract";
import type { Transaction } from "@fulmar/prisma";
import type { Answer } from "../answers/answer.ts";
import type { RequestEnvelope } from "../caller.ts";
import type { DomainError } from "../domain-error.ts";
import type { Entry } from "../door/door.ts";

/** A request that has come in, with its input parsed. */
export interface Request<In = Entry> {
  readonly operation: Operation;
  readonly entry: In;
  readonly input: Record<string, unknown>;
  readonly envelope: RequestEnvelope;
}

/**
 * Runs in the transaction of a change before anything else of it. What it throws ends the change and is not recorded as
 * its refusal, unless it is a `DomainError`.
 */
export type BeforeChange = (transaction: Transaction) => Promise<void>;

/** Runs in the transaction of a change after everything else of it. */
export type AfterChange = (transaction: Transaction, answer: Answer) => Promise<void>;

/** The change is not made because of what its `BeforeChange` found. That is no refusal of the change itself. */
export class HeldBack extends Error {
  override readonly name = "HeldBack";
  readonly refusal: DomainError;

  constructor(refusal: DomainError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The `send` of a read, which has no transaction. */
export function refuseToSend(): never {
  throw new Error("an operation that is declared safe sends nothing: it changes nothing");
}
