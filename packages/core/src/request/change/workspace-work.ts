import type { ChangePlan, Operation, ResourceType } from "@fulmar/contract";
import type { Database, OpenedTransaction, Rehearsal, Sql, Transaction } from "@fulmar/prisma";
import { type Answer, answerOf } from "../answers/answer.ts";
import type { KeptAnswers } from "../answers/kept-answers.ts";
import { recordRefusal } from "../answers/record-refusal.ts";
import type { ConstraintErrors } from "../answers/refusal-of.ts";
import type { AfterCommit } from "../context.ts";
import { type Handlers, handlerOf } from "../door/registered.ts";
import { newId } from "../identifiers.ts";
import { recordPlan } from "../plan/record-plan.ts";
import { type Foresee, planAnswer, type Read, readOrAbsent } from "../plan/rehearsed.ts";
import { readableWith } from "../plan/visible-plan.ts";
import type { Decided } from "./admission.ts";
import { DependentsWait, type IsGoing } from "./dependents-wait.ts";
import {
  claimQuery,
  Fingerprint,
  type FingerprintKeys,
  findEarlierAnswer,
  findStoredAnswer,
  type KeyClaim,
} from "./idempotency.ts";
import { OutsideWork, RehearsedOutside } from "./preparation.ts";
import { answeredEffectQuery, effectQuery } from "./record-effect.ts";
import { type AfterChange, type BeforeChange, type Request, refuseToSend } from "./request.ts";
import { attemptedOn, resourceIdOf } from "./resource-of-change.ts";
import { Retry } from "./retry.ts";
import { type Attempt, type HandlerPorts, NEVER_COMMITTED, READ, workspaceContext } from "./workspace-context.ts";

interface Parts extends HandlerPorts {
  readonly database: Database;
  readonly keptAnswers: KeptAnswers;
  readonly handlers: Handlers;
  readonly constraintErrors: ConstraintErrors;
  readonly isGoing: IsGoing;
  readonly fingerprintKeys: FingerprintKeys;
  readonly foresee: Foresee;
}

/** Performs operations in a workspace. */
export class WorkspaceWork {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @param sql of a transaction that also does something else, if there is one */
  async read(request: Request, sql: Sql = this.#parts.database.sql): Promise<Answer> {
    const { operation, input } = request;
    const { question, handle } = handlerOf(this.#parts.handlers, operation);
    if (question !== undefined)
      throw new Error(`${operation.id} is safe: there is no transaction to ask its question in`);
    const transaction = { sql, send: refuseToSend };
    const { context, audits } = workspaceContext(this.#parts, request, transaction, READ, undefined);
    const value = await handle(context, input, []);
    if (operation.audited && audits() === 0) throw new Error(`${operation.id} is audited, but wrote no audit event`);
    return answerOf(operation, value);
  }

  /** Runs one transaction with the key, the effect, its audit event and the answer under the key. */
  async change(request: Request, key: string | undefined, before?: BeforeChange, after?: AfterChange): Promise<Answer> {
    const { database } = this.#parts;
    const claim = this.#claimOf(request, key);
    const options = { ...this.#optionsOf(request), claim: claim && claimQuery(claim) };
    const outside = new OutsideWork();
    return this.#untilDone(request, false, async (decided) => {
      const afterwards: AfterCommit[] = [];
      const attempt = { decided, afterwards, outside, rehearsed: false };
      const answer = await database.transaction(async (transaction) => {
        if (claim !== undefined && transaction.claimed.length === 0)
          return this.#replayed(transaction.sql, request.operation, claim);
        await before?.(transaction);
        const answered = await this.#perform(transaction, request, claim, attempt);
        await after?.(transaction, answered);
        return answered;
      }, options);
      for (const work of afterwards) await work(database.sql, request.envelope.signal);
      return answer;
    });
  }

  /** Tells what a change would do. Leaves one audit event. */
  async plan(request: Request): Promise<Answer> {
    const { operation, entry, input, envelope } = request;
    const plan = await this.rehearse(request, readableWith(entry.caller.scopes), true);
    const { requestId, sourceIp } = envelope;
    const resourceId = attemptedOn(operation, input);
    const asked = { entry, operation: operation.id, resourceId, requestId, sourceIp };
    await recordPlan(this.#parts.database.sql, asked);
    return planAnswer(operation, plan);
  }

  /**
   * Runs the transaction of a change, reads what it has done, and takes it back.
   * @param mayRead of which types the plan has names and fields
   * @param planned whether the caller only asks what it would do
   * @throws DomainError the refusal of the change, which is recorded
   */
  rehearse(request: Request, mayRead: (type: ResourceType) => boolean, planned = false): Promise<ChangePlan> {
    const { operation, entry, input } = request;
    const { database, foresee } = this.#parts;
    return this.#untilDone(request, planned, (decided) =>
      database.rehearse(async (rehearsal) => {
        const begun = newId("op");
        const outside = new RehearsedOutside();
        const attempt = { decided, afterwards: NEVER_COMMITTED, outside, rehearsed: true };
        const answer = await this.#perform(rehearsal, request, undefined, attempt);
        return foresee({
          ...{ operation, input, begun, answer: JSON.parse(answer.body), rehearsal, mayRead },
          workspaceId: entry.workspace.id,
          organizationId: entry.workspace.organizationId,
          elsewhere: outside.used,
          read: (reading, fields) => this.#readInside(rehearsal, request, reading, fields),
        });
      }, this.#optionsOf(request)),
    );
  }

  #readInside(
    { sql }: Rehearsal<string, string>,
    { entry, envelope }: Request,
    operation: Operation,
    fields: Record<string, unknown>,
  ): Promise<Read | undefined> {
    if (operation.subject === "installation") return Promise.resolve(undefined);
    return readOrAbsent(operation, () => {
      const transaction = { sql, send: refuseToSend };
      const attempt = { ...READ, rehearsed: true };
      const { context } = workspaceContext(
        this.#parts,
        { operation, entry, envelope },
        transaction,
        attempt,
        undefined,
      );
      return handlerOf(this.#parts.handlers, operation).handle(context, fields, []);
    });
  }

  /**
   * The earlier answer under an idempotency key, or undefined if there is none.
   * @throws DomainError 409 when the key was used for another request
   */
  async replay(request: Request, key: string | undefined): Promise<Answer | undefined> {
    const { database, keptAnswers } = this.#parts;
    const claim = this.#claimOf(request, key);
    const stored = claim && (await findEarlierAnswer(database.sql, claim));
    if (claim === undefined || stored === undefined) return undefined;
    const body = await keptAnswers.fromStore(database.sql, request.operation, claim, stored.body);
    return { status: stored.status, body, nextCursor: null, replayed: true };
  }

  /** Keeps an answer under an idempotency key, in the transaction of what it answers. */
  keep({ send }: Transaction, request: Request, key: string | undefined, { status, body }: Answer): void {
    const claim = this.#claimOf(request, key);
    if (key === undefined || claim === undefined) return;
    const { operation, entry } = request;
    send(claimQuery(claim));
    const stored = this.#parts.keptAnswers.toStore(operation, claim, body);
    send(answeredEffectQuery({ entry, operation: operation.id, key, status, body: stored }));
  }

  #claimOf({ operation, entry, input }: Request, key: string | undefined): KeyClaim | undefined {
    if (key === undefined) return undefined;
    // An answer that shows a secret is replayed to its own caller only.
    const identity = operation.shownOnce ? { input, caller: entry.caller.id } : input;
    const fingerprint = new Fingerprint(identity, this.#parts.fingerprintKeys);
    return { workspaceId: entry.workspace.id, operation: operation.id, key, fingerprint };
  }

  #optionsOf({ operation, entry: { workspace }, input }: Request) {
    const { handlers, admission } = this.#parts;
    return {
      workspaceId: workspace.id,
      confined: !operation.ofOrganization,
      question: handlerOf(handlers, operation).question?.(workspace, input, admission.boundHours ?? 0),
    };
  }

  #untilDone<Result>(
    { operation, entry, input, envelope }: Request,
    planned: boolean,
    once: (decided: Decided[]) => Promise<Result>,
  ): Promise<Result> {
    const { database, configuration, admission, constraintErrors, isGoing } = this.#parts;
    const { workspace } = entry;
    const { requestId, sourceIp, signal } = envelope;
    const wait = new DependentsWait((ids) => isGoing(workspace.id, ids), {
      ...{ waitMs: configuration.dependentsWaitMs, onlyWhileGoing: planned, signal },
    });
    const retry = new Retry({ sql: database.sql, workspace, admission, constraintErrors, wait, signal });
    return retry.untilDone(once, (refusal, decided) => {
      const resourceId = attemptedOn(operation, input);
      const attempted = { entry, operation: operation.id, resourceId, requestId, sourceIp, planned };
      return recordRefusal(database.sql, attempted, refusal, planned ? [] : decided);
    });
  }

  async #replayed(sql: Sql, operation: Operation, claim: KeyClaim): Promise<Answer> {
    const { status, body } = await findStoredAnswer(sql, claim);
    const answer = await this.#parts.keptAnswers.fromStore(sql, operation, claim, body);
    return { status, body: answer, nextCursor: null, replayed: true };
  }

  /** Calls the handler and sends what the change leaves besides: its audit event and the answer under its key. */
  async #perform(
    transaction: OpenedTransaction<string, string>,
    request: Request,
    claim: KeyClaim | undefined,
    attempt: Attempt,
  ): Promise<Answer> {
    const { operation, entry, input, envelope } = request;
    const { handlers, keptAnswers, admission } = this.#parts;
    const { decided } = attempt;
    const key = claim?.key;
    const { context, audits } = workspaceContext(this.#parts, request, transaction, attempt, key);
    const value = await handlerOf(handlers, operation).handle(context, input, transaction.answer);
    if (operation.billable && decided.length === 0)
      throw new Error(`${operation.id} is billable, but did not ask billing`);
    const answer = answerOf(operation, value);
    const body = keptAnswers.toStore(operation, claim, answer.body);
    const effect = { entry, operation: operation.id, status: answer.status, body };
    if (operation.ofOrganization) {
      if (audits() === 0) throw new Error(`${operation.id} changes something, but wrote no audit event`);
      if (key !== undefined) transaction.send(answeredEffectQuery({ ...effect, key }));
      return answer;
    }
    const resourceId = resourceIdOf(operation, input, value);
    const { requestId, sourceIp } = envelope;
    const { boundHours } = admission;
    transaction.send(effectQuery({ ...effect, key, resourceId, requestId, sourceIp, decided, boundHours }));
    return answer;
  }
}
