import type { Operation } from "@fulmar/contract";
import type { Transaction } from "@fulmar/prisma";
import type { Answer } from "../answers/answer.ts";
import type { KeptAnswers } from "../answers/kept-answers.ts";
import { answeredQuery, claimPersonKey, type PersonKeyClaim } from "./person-idempotency.ts";

/**
 * Answers a change once under its key, within the transaction of the effect: a second request gets the first answer.
 * @param change makes the change. It is always made without a key
 * @throws DomainError 409 `idempotency_key_reused` when the key was used for another request
 */
export async function answeredOnce(
  { sql, send }: Transaction,
  {
    operation,
    claim,
    keptAnswers,
  }: {
    readonly operation: Operation;
    readonly claim: PersonKeyClaim | undefined;
    readonly keptAnswers: KeptAnswers;
  },
  change: () => Promise<Answer>,
): Promise<Answer> {
  if (claim === undefined) return change();
  const before = await claimPersonKey(sql, claim);
  if (before !== undefined) {
    const body = await keptAnswers.fromStore(sql, operation, claim, before.body);
    return { status: before.status, body, nextCursor: null, replayed: true };
  }
  const answer = await change();
  send(answeredQuery(claim, { status: answer.status, body: keptAnswers.toStore(operation, claim, answer.body) }));
  return answer;
}
