import type { Configuration } from "@fulmar/config";
import type { ChangePlan, Operation, ResourceType } from "@fulmar/contract";
import {
  type Database,
  isSerializationFailure,
  type OpenedTransaction,
  type Sql,
  type Transaction,
} from "@fulmar/prisma";
import { type Answer, answerOf } from "../answers/answer.ts";
import type { KeptAnswers } from "../answers/kept-answers.ts";
import { recordRefusal } from "../answers/record-refusal.ts";
import { type ConstraintErrors, refusalOf } from "../answers/refusal-of.ts";
import { auditRow } from "../audit-event.ts";
import type { RequestEnvelope } from "../caller.ts";
import type { AfterCommit, RequestContext } from "../context.ts";
import type { DomainError } from "../domain-error.ts";
import type { Entry } from "../door/door.ts";
import { type Handlers, handlerOf } from "../door/registered.ts";
import { newId } from "../identifiers.ts";
import { recordPlan } from "../plan/record-plan.ts";
import { type Foresee, planAnswer, readOrAbsent } from "../plan/rehearsed.ts";
import { readableWith } from "../plan/visible-plan.ts";
import type { Vault } from "../sealing/vault.ts";
import {
  type BillingAdmission,
  billingDenied,
  boughtMeanwhile,
  type Decided,
  isBoughtMeanwhile,
  lacksFunds,
  type Purchase,
} from "./admission.ts";
import { DependentsWait, type IsGoing } from "./dependents-wait.ts";
import {
  claimQuery,
  Fingerprint,
  type FingerprintKeys,
  findEarlierAnswer,
  findStoredAnswer,
  type KeyClaim,
} from "./idempotency.ts";
import { type Outside, OutsideWork, PreparationNeeded, RehearsedOutside } from "./preparation.ts";
import { answeredEffectQuery, effectQuery } from "./record-effect.ts";
import { attemptedOn, resourceIdOf } from "./resource-of-change.ts";

/** How often a transaction is tried when it collides with another. */
export const TRANSACTION_ATTEMPTS = 5;

/** What one run of a handler decides and asks for. */
interface Attempt {
  readonly decided: Decided[];
  readonly afterwards: Pick<AfterCommit[], "push">;
  /** Undefined for a read, which has no transaction to be outside of. */
  readonly outside: Outside | undefined;
  /** Whether all of it is taken back. */
  readonly rehearsed: boolean;
  readonly before?: BeforeChange | undefined;
}

/** A request that has come in, with its input parsed. */
export interface Request {
  readonly operation: Operation;
  readonly entry: Entry;
  readonly input: Record<string, unknown>;
  readonly envelope: RequestEnvelope;
}

/**
 * Runs in the transaction of a change before anything else of it. What it throws ends the change and is not recorded as
 * its refusal, unless it is a `DomainError`.
 */
export type BeforeChange = (transaction: Transaction) => Promise<void>;

/** The change is not made because of what its `BeforeChange` found. That is no refusal of the change itself. */
export class HeldBack extends Error {
  override readonly name = "HeldBack";
  readonly refusal: DomainError;

  constructor(refusal: DomainError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

interface Asked extends Request {
  /** Whether the caller only asks what it would do. */
  readonly planned: boolean;
}

/** Carries out operations in a workspace. */
export class WorkspaceWork {
  readonly #database: Database;
  readonly #configuration: Configuration;
  readonly #admission: BillingAdmission;
  readonly #keptAnswers: KeptAnswers;
  readonly #vault: Vault;
  readonly #handlers: Handlers;
  readonly #constraintErrors: ConstraintErrors;
  readonly #isGoing: IsGoing;
  readonly #fingerprintKeys: FingerprintKeys;
  readonly #foresee: Foresee;

  constructor(parts: {
    readonly database: Database;
    readonly configuration: Configuration;
    readonly admission: BillingAdmission;
    readonly keptAnswers: KeptAnswers;
    readonly vault: Vault;
    readonly handlers: Handlers;
    readonly constraintErrors: ConstraintErrors;
    readonly isGoing: IsGoing;
    readonly fingerprintKeys: FingerprintKeys;
    readonly foresee: Foresee;
  }) {
    this.#database = parts.database;
    this.#configuration = parts.configuration;
    this.#admission = parts.admission;
    this.#keptAnswers = parts.keptAnswers;
    this.#vault = parts.vault;
    this.#handlers = parts.handlers;
    this.#constraintErrors = parts.constraintErrors;
    this.#isGoing = parts.isGoing;
    this.#fingerprintKeys = parts.fingerprintKeys;
    this.#foresee = parts.foresee;
  }

  /** @param sql of a transaction that also does something else, if there is one */
  async read(
    operation: Operation,
    entry: Entry,
    input: Record<string, unknown>,
    envelope: RequestEnvelope,
    sql: Sql = this.#database.sql,
  ): Promise<Answer> {
    const { question, handle } = handlerOf(this.#handlers, operation);
    if (question !== undefined)
      throw new Error(`${operation.id} is safe: there is no transaction to ask its question in`);
    const reading = { sql, send: refuseToSend };
    const { context, audits } = this.#contextFor(operation, entry, envelope, undefined, reading);
    const value = await handle(context, input, []);
    if (operation.audited && audits() === 0) throw new Error(`${operation.id} is audited, but wrote no audit event`);
    return answerOf(operation, value);
  }

  /** Runs one transaction with the key, the effect, its audit event and the answer under the key. */
  async change(
    operation: Operation,
    entry: Entry,
    input: Record<string, unknown>,
    key: string | undefined,
    envelope: RequestEnvelope,
    before?: BeforeChange,
  ): Promise<Answer> {
    const claim = this.#claimOf(operation, entry, input, key);
    const options = { ...this.#optionsOf(operation, entry, input), claim: claim && claimQuery(claim) };
    const outside = new OutsideWork();
    const request = { operation, entry, input, envelope };
    return this.#untilDone({ ...request, planned: false }, async (decided) => {
      const afterwards: AfterCommit[] = [];
      const attempt = { decided, afterwards, outside, rehearsed: false, before };
      const answer = await this.#database.transaction(
        (transaction) => this.#changeOnce(transaction, request, claim, attempt),
        options,
      );
      for (const work of afterwards) await work(this.#database.sql, envelope.signal);
      return answer;
    });
  }

  /**
   * The earlier answer under an idempotency key, or undefined if there is none.
   * @throws DomainError 409 when the key was used for another request
   */
  async replay({ operation, entry, input }: Request, key: string | undefined): Promise<Answer | undefined> {
    const claim = this.#claimOf(operation, entry, input, key);
    const stored = claim && (await findEarlierAnswer(this.#database.sql, claim));
    if (claim === undefined || stored === undefined) return undefined;
    const body = await this.#keptAnswers.fromStore(this.#database.sql, operation, claim, stored.body);
    return { status: stored.status, body, nextCursor: null, replayed: true };
  }

  /** Keeps an answer under an idempotency key, in the transaction of what it answers. */
  keep({ send }: Transaction, { operation, entry, input }: Request, key: string | undefined, answer: Answer): void {
    const claim = this.#claimOf(operation, entry, input, key);
    if (key === undefined || claim === undefined) return;
    const body = this.#keptAnswers.toStore(operation, claim, answer.body);
    send(claimQuery(claim));
    send(answeredEffectQuery({ entry, operation: operation.id, key, status: answer.status, body }));
  }

  #claimOf(
    operation: Operation,
    entry: Entry,
    input: Record<string, unknown>,
    key: string | undefined,
  ): KeyClaim | undefined {
    if (key === undefined) return undefined;
    // An answer that shows a secret is replayed to its own caller only.
    const identity = operation.shownOnce ? { input, caller: entry.caller.id } : input;
    const fingerprint = new Fingerprint(identity, this.#fingerprintKeys);
    return { workspaceId: entry.workspace.id, operation: operation.id, key, fingerprint };
  }

  /** Tells what a change would do. Leaves one audit event. */
  async plan(
    operation: Operation,
    entry: Entry,
    input: Record<string, unknown>,
    envelope: RequestEnvelope,
  ): Promise<Answer> {
    const asked = { operation, entry, input, envelope, planned: true };
    const plan = await this.rehearse(asked, readableWith(entry.caller.scopes));
    const { requestId, sourceIp } = envelope;
    const resourceId = attemptedOn(operation, input);
    await recordPlan(this.#database.sql, { entry, operation: operation.id, resourceId, requestId, sourceIp });
    return planAnswer(plan);
  }

  /**
   * Runs the transaction of a change, asks what it has done, and takes it back.
   * @param mayRead of which types the plan has names and fields
   * @throws DomainError the refusal of the change, which is recorded
   */
  rehearse(asked: Asked, mayRead: (type: ResourceType) => boolean): Promise<ChangePlan> {
    const { operation, entry, input, envelope } = asked;
    return this.#untilDone(asked, (decided) =>
      this.#database.rehearse(
        async (rehearsal) => {
          const begun = newId("op");
          const outside = new RehearsedOutside();
          const attempt = { decided, afterwards: NEVER_COMMITTED, outside, rehearsed: true };
          const answer = await this.#carryOut(rehearsal, asked, undefined, attempt);
          return this.#foresee({
            ...{
              operation,
              input,
              begun,
              answer: JSON.parse(answer.body),
              rehearsal,
              organizationId: entry.workspace.organizationId,
              elsewhere: outside.used,
            },
            workspaceId: entry.workspace.id,
            mayRead,
            read: (reading, fields) =>
              readOrAbsent(reading, () => {
                const inside = { sql: rehearsal.sql, send: refuseToSend };
                const attempt = { ...NO_ATTEMPT, rehearsed: true };
                const { context } = this.#contextFor(reading, entry, envelope, undefined, inside, attempt);
                return handlerOf(this.#handlers, reading).handle(context, fields, []);
              }),
          });
        },
        this.#optionsOf(operation, entry, input),
      ),
    );
  }

  #optionsOf(operation: Operation, { workspace }: Entry, input: Record<string, unknown>) {
    return {
      workspaceId: workspace.id,
      confined: !operation.ofOrganization,
      question: handlerOf(this.#handlers, operation).question?.(workspace, input, this.#admission.boundHours ?? 0),
    };
  }

  /** Tries a transaction until it is done or its refusal is final. */
  async #untilDone<Result>(asked: Asked, once: (decided: Decided[]) => Promise<Result>): Promise<Result> {
    const { operation, entry, input, envelope, planned } = asked;
    const wait = new DependentsWait((ids) => this.#isGoing(entry.workspace.id, ids), {
      waitMs: this.#configuration.dependentsWaitMs,
      onlyWhileGoing: planned,
      signal: envelope.signal,
    });
    let recounted = false;
    let prepared = false;
    for (let attempt = 1; ; attempt++) {
      const decided: Decided[] = [];
      try {
        return await once(decided);
      } catch (thrown) {
        if (thrown instanceof HeldBack) throw thrown;
        let error = thrown;
        if (thrown instanceof PreparationNeeded && !prepared) {
          prepared = true;
          error = await thrown.prepare(this.#database.sql, envelope.signal).catch((refused: unknown) => refused);
          if (error === undefined) continue;
        }
        if (attempt < TRANSACTION_ATTEMPTS && (isSerializationFailure(error) || isBoughtMeanwhile(error))) continue;
        if (!recounted && lacksFunds(decided)) {
          recounted = true;
          if (await this.#admission.recount(this.#database.sql, entry.workspace)) continue;
        }
        const refusal = isBoughtMeanwhile(error) ? boughtMeanwhile(error) : refusalOf(error, this.#constraintErrors);
        if (await wait.again(refusal)) {
          attempt = 0;
          continue;
        }
        const { requestId, sourceIp } = envelope;
        const resourceId = attemptedOn(operation, input);
        const attempted = { entry, operation: operation.id, resourceId, requestId, sourceIp, planned };
        await recordRefusal(this.#database.sql, attempted, refusal, planned ? [] : decided);
        throw refusal;
      }
    }
  }

  async #changeOnce(
    transaction: OpenedTransaction<string, string>,
    request: Request,
    claim: KeyClaim | undefined,
    attempt: Attempt,
  ): Promise<Answer> {
    if (claim !== undefined && transaction.claimed.length === 0) {
      const { status, body } = await findStoredAnswer(transaction.sql, claim);
      const answer = await this.#keptAnswers.fromStore(transaction.sql, request.operation, claim, body);
      return { status, body: answer, nextCursor: null, replayed: true };
    }
    await attempt.before?.(transaction);
    return this.#carryOut(transaction, request, claim, attempt);
  }

  /** Calls the handler and sends what the change leaves besides: its audit event and the answer under its key. */
  async #carryOut(
    transaction: OpenedTransaction<string, string>,
    request: Request,
    claim: KeyClaim | undefined,
    attempt: Attempt,
  ): Promise<Answer> {
    const { operation, entry, input, envelope } = request;
    const key = claim?.key;
    const { decided } = attempt;
    const { context, audits } = this.#contextFor(operation, entry, envelope, key, transaction, attempt);
    const value = await handlerOf(this.#handlers, operation).handle(context, input, transaction.answer);
    if (operation.billable && decided.length === 0)
      throw new Error(`${operation.id} is billable, but did not ask billing`);
    const answer = answerOf(operation, value);
    const { status } = answer;
    const body = this.#keptAnswers.toStore(operation, claim, answer.body);
    if (operation.ofOrganization) {
      if (audits() === 0) throw new Error(`${operation.id} changes something, but wrote no audit event`);
      if (key !== undefined)
        transaction.send(answeredEffectQuery({ entry, operation: operation.id, key, status, body }));
      return answer;
    }
    transaction.send(
      effectQuery({
        entry,
        operation: operation.id,
        key,
        status,
        body,
        resourceId: resourceIdOf(operation, input, value),
        requestId: envelope.requestId,
        sourceIp: envelope.sourceIp,
        decided,
        boundHours: this.#admission.boundHours,
      }),
    );
    return answer;
  }

  #contextFor(
    operation: Operation,
    entry: Entry,
    envelope: RequestEnvelope,
    idempotencyKey: string | undefined,
    { sql, send }: Transaction,
    { decided, afterwards, outside, rehearsed }: Attempt = NO_ATTEMPT,
  ): { context: RequestContext; audits: () => number } {
    let audits = 0;
    const decide = (purchase: Purchase, binding: boolean) =>
      this.#admission.decide({ workspace: entry.workspace, purchase, sql, binding });
    const preflight = async (purchase: Purchase) => {
      const decision = await decide(purchase, false);
      const { workspace } = entry;
      if (decision.reason !== "insufficient_funds" || !(await this.#admission.recount(sql, workspace))) return decision;
      return decide(purchase, false);
    };
    const admit = async (purchase: Purchase) => {
      const decision = await decide(purchase, true);
      decided.push({ purchase, decision });
      if (!decision.allowed) throw billingDenied(decision);
    };
    const { requestId, sourceIp, signal } = envelope;
    const context: RequestContext = {
      ...{ sql, send, ...entry, requestId, idempotencyKey, signal, rehearsed, admit, preflight },
      configuration: this.#configuration,
      vault: this.#vault,
      outside: (work) => (outside === undefined ? work(signal) : outside.result(work, signal)),
      afterCommit: (work) => afterwards.push(work),
      auditRow(resourceId) {
        audits++;
        return auditRow({ entry, operation: operation.id, resourceId, requestId, sourceIp });
      },
      actor() {
        audits++;
        const { type, id } = entry.caller;
        const author = type === "token" ? { userId: null, tokenId: id } : { userId: id };
        return { ...author, requestId, sourceIp };
      },
    };
    return { context, audits: () => audits };
  }
}

/** What waits for a commit that never comes. */
const NEVER_COMMITTED: Pick<AfterCommit[], "push"> = { push: () => 0 };

/** A read decides nothing. */
const NO_ATTEMPT: Attempt = { decided: [], afterwards: NEVER_COMMITTED, outside: undefined, rehearsed: false };

/** The `send` of a read, which has no transaction. */
export function refuseToSend(): never {
  throw new Error("an operation that is declared safe sends nothing: it changes nothing");
}
