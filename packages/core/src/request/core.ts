import type { Configuration } from "@fulmar/config";
import { type Operation, type OperationId, operationById } from "@fulmar/contract";
import { type Database, isSerializationFailure, type OpenedTransaction, type Transaction } from "@fulmar/prisma";
import { type BillingAdmission, billingDenied, type Decided, type Purchase } from "./admission.ts";
import { type Answer, answerOf } from "./answer.ts";
import type { Credentials, RequestEnvelope } from "./caller.ts";
import type { RequestContext } from "./context.ts";
import { DependentsWait, type IsGoing } from "./dependents-wait.ts";
import { type DomainError, signedOut } from "./domain-error.ts";
import type { Door, Entry } from "./door.ts";
import {
  checkIdempotencyKey,
  claimQuery,
  Fingerprint,
  type FingerprintKeys,
  findStoredAnswer,
  fingerprintKeys,
  type KeyClaim,
} from "./idempotency.ts";
import { KeptAnswers, type SecretsInForce } from "./kept-answers.ts";
import { type InputParts, parseInput, splitInput } from "./parse-input.ts";
import type { PersonDoor, PersonEntry } from "./person-door.ts";
import { PersonWork } from "./person-work.ts";
import type { RateState } from "./rate-limit.ts";
import { auditRow, effectQuery } from "./record-effect.ts";
import { recordRefusal } from "./record-refusal.ts";
import { type ConstraintErrors, refusalOf } from "./refusal-of.ts";
import { type Handlers, handlerOf } from "./registered.ts";
import { attemptedOn, resourceIdOf } from "./resource-of-change.ts";
import { referenceRefusal, rightsRefusal } from "./rights.ts";
import type { Vault } from "./vault.ts";

const TRANSACTION_ATTEMPTS = 5;

/** The single entry to the domain, for REST and tRPC. */
export class Core {
  readonly #database: Database;
  readonly #configuration: Configuration;
  readonly #door: Door;
  readonly #admission: BillingAdmission;
  readonly #keptAnswers: KeptAnswers;
  readonly #vault: Vault;
  readonly #provider: RequestContext["provider"];
  readonly #handlers: Handlers;
  readonly #constraintErrors: ConstraintErrors;
  readonly #isGoing: IsGoing;
  readonly #fingerprintKeys: FingerprintKeys;
  readonly #personDoor: PersonDoor;
  readonly #personWork: PersonWork;

  constructor(parts: {
    database: Database;
    configuration: Configuration;
    door: Door;
    personDoor: PersonDoor;
    admission: BillingAdmission;
    vault: Vault;
    provider: RequestContext["provider"];
    handlers: Handlers;
    constraintErrors: ConstraintErrors;
    isGoing: IsGoing;
    secretsInForce: SecretsInForce;
  }) {
    this.#database = parts.database;
    this.#configuration = parts.configuration;
    this.#door = parts.door;
    this.#admission = parts.admission;
    this.#keptAnswers = new KeptAnswers(parts.configuration.secrets, parts.secretsInForce);
    this.#vault = parts.vault;
    this.#provider = parts.provider;
    this.#handlers = parts.handlers;
    this.#constraintErrors = parts.constraintErrors;
    this.#isGoing = parts.isGoing;
    this.#fingerprintKeys = fingerprintKeys(parts.configuration.secrets);
    this.#personDoor = parts.personDoor;
    this.#personWork = new PersonWork({
      database: parts.database,
      configuration: parts.configuration,
      keptAnswers: this.#keptAnswers,
      fingerprintKeys: this.#fingerprintKeys,
      handlers: parts.handlers,
    });
  }

  /**
   * Authenticates and authorizes the caller before the body is read.
   * @param place the `workspace_id` of an operation in a workspace, or the path parameters of any other
   * @throws DomainError 401, 429, 400, 403, 503
   */
  async enter(
    operation: Operation,
    credentials: Credentials,
    place: unknown,
    from: Pick<RequestEnvelope, "requestId" | "sourceIp">,
    reportRate: (state: RateState) => void,
  ): Promise<AnyEntry> {
    try {
      if (operation.audience === "console" && credentials.kind !== "session") throw signedOut();
      if (operation.subject !== "workspace")
        return await this.#personDoor.enter(operation, credentials, recordOf(place), reportRate);
      const admission = await this.#door.enter({
        credentials,
        workspaceId: place,
        sourceIp: from.sourceIp,
        reportRate,
      });
      const { entry } = admission;
      const refusal = admission.refusal ?? rightsRefusal(operation, entry.caller);
      if (refusal === null) return entry;
      throw await this.#refused(operation, entry, null, from, refusal);
    } catch (error) {
      throw refusalOf(error, this.#constraintErrors);
    }
  }

  /**
   * Parses the input and carries out the operation.
   * @throws DomainError
   */
  async perform(operation: Operation, entry: AnyEntry, parts: InputParts, envelope: RequestEnvelope): Promise<Answer> {
    try {
      const key = checkIdempotencyKey(envelope.idempotencyKey, operation.idempotency);
      const input = parseInput(operation, parts);
      if ("person" in entry)
        return await (operation.safe
          ? this.#personWork.read(operation, entry, input, envelope)
          : this.#personWork.change(operation, entry, input, key, envelope));
      const refusal = referenceRefusal(operation, entry.caller, input);
      if (refusal !== null)
        throw await this.#refused(operation, entry, attemptedOn(operation, input), envelope, refusal);
      return await (operation.safe
        ? this.#read(operation, entry, input, envelope)
        : this.#change(operation, entry, input, key, envelope));
    } catch (error) {
      throw refusalOf(error, this.#constraintErrors);
    }
  }

  /**
   * Enters and performs in one call, from the flat input of procedure calls.
   * @throws DomainError
   */
  async execute(
    id: OperationId,
    credentials: Credentials,
    flat: Readonly<Record<string, unknown>>,
    envelope: RequestEnvelope,
  ): Promise<Answer> {
    const operation = operationById(id) as unknown as Operation;
    const { workspace_id, ...fields } = flat;
    const inWorkspace = operation.subject === "workspace";
    const place = inWorkspace ? workspace_id : flat;
    const entry = await this.enter(operation, credentials, place, envelope, () => undefined);
    return this.perform(operation, entry, splitInput(operation, inWorkspace ? fields : flat), envelope);
  }

  /** Records in the workspace's audit trail that a change was refused, and returns the refusal. */
  async #refused(
    { id, safe }: Operation,
    entry: Entry,
    resourceId: string | null,
    { requestId, sourceIp }: Pick<RequestEnvelope, "requestId" | "sourceIp">,
    refusal: DomainError,
  ): Promise<DomainError> {
    if (!safe)
      await recordRefusal(this.#database.sql, { entry, operation: id, resourceId, requestId, sourceIp }, refusal);
    return refusal;
  }

  async #read(
    operation: Operation,
    entry: Entry,
    input: Record<string, unknown>,
    envelope: RequestEnvelope,
  ): Promise<Answer> {
    const { question, handle } = handlerOf(this.#handlers, operation);
    if (question !== undefined)
      throw new Error(`${operation.id} is safe: there is no transaction to ask its question in`);
    const pool = { sql: this.#database.sql, send: refuseToSend };
    const { context, audits } = this.#contextFor(operation, entry, envelope, undefined, pool);
    const value = await handle(context, input, []);
    if (operation.audited && audits() === 0) throw new Error(`${operation.id} is audited, but wrote no audit event`);
    return answerOf(operation, value);
  }

  async #change(
    operation: Operation,
    entry: Entry,
    input: Record<string, unknown>,
    key: string | undefined,
    envelope: RequestEnvelope,
  ): Promise<Answer> {
    const workspaceId = entry.workspace.id;
    const claim =
      key === undefined
        ? undefined
        : {
            workspaceId,
            operation: operation.id,
            key,
            // An answer that shows a secret is replayed to its own caller only.
            fingerprint: new Fingerprint(
              operation.shownOnce ? { input, caller: entry.caller.id } : input,
              this.#fingerprintKeys,
            ),
          };
    const options = {
      workspaceId,
      claim: claim && claimQuery(claim),
      question: handlerOf(this.#handlers, operation).question?.(entry.workspace, input),
    };
    const wait = new DependentsWait((ids) => this.#isGoing(workspaceId, ids), {
      waitMs: this.#configuration.dependentsWaitMs,
      signal: envelope.signal,
    });
    for (let attempt = 1; ; attempt++) {
      const decided: Decided[] = [];
      try {
        return await this.#database.transaction(
          (transaction) => this.#changeOnce(transaction, operation, entry, input, claim, envelope, decided),
          options,
        );
      } catch (error) {
        if (attempt < TRANSACTION_ATTEMPTS && isSerializationFailure(error)) continue;
        const refusal = refusalOf(error, this.#constraintErrors);
        if (await wait.again(refusal)) {
          attempt = 0;
          continue;
        }
        const { requestId, sourceIp } = envelope;
        const resourceId = attemptedOn(operation, input);
        await recordRefusal(
          this.#database.sql,
          { entry, operation: operation.id, resourceId, requestId, sourceIp },
          refusal,
          decided,
        );
        throw refusal;
      }
    }
  }

  async #changeOnce(
    transaction: OpenedTransaction<string, string>,
    operation: Operation,
    entry: Entry,
    input: Record<string, unknown>,
    claim: KeyClaim | undefined,
    envelope: RequestEnvelope,
    decided: Decided[],
  ): Promise<Answer> {
    if (claim !== undefined && transaction.claimed.length === 0) {
      const { status, body } = await findStoredAnswer(transaction.sql, claim);
      const answer = await this.#keptAnswers.fromStore(transaction.sql, operation, claim, body);
      return { status, body: answer, nextCursor: null, replayed: true };
    }
    const key = claim?.key;
    const { context } = this.#contextFor(operation, entry, envelope, key, transaction, decided);
    const value = await handlerOf(this.#handlers, operation).handle(context, input, transaction.answer);
    if (operation.billable && decided.length === 0)
      throw new Error(`${operation.id} is billable, but did not ask billing`);
    const answer = answerOf(operation, value);
    transaction.send(
      effectQuery({
        entry,
        operation: operation.id,
        key,
        status: answer.status,
        body: this.#keptAnswers.toStore(operation, claim, answer.body),
        resourceId: resourceIdOf(operation, input, value),
        requestId: envelope.requestId,
        sourceIp: envelope.sourceIp,
        decided,
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
    decided: Decided[] = [],
  ): { context: RequestContext; audits: () => number } {
    let audits = 0;
    const decide = (purchase: Purchase, binding: boolean) =>
      this.#admission.decide({ workspace: entry.workspace, purchase, sql, binding });
    const preflight = (purchase: Purchase) => decide(purchase, false);
    const admit = async (purchase: Purchase) => {
      const decision = await decide(purchase, true);
      decided.push({ purchase, decision });
      if (!decision.allowed) throw billingDenied(decision);
    };
    const { requestId, sourceIp, signal } = envelope;
    const context: RequestContext = {
      ...{ sql, send, ...entry, requestId, idempotencyKey, signal, admit, preflight },
      configuration: this.#configuration,
      vault: this.#vault,
      provider: this.#provider,
      auditRow(resourceId) {
        audits++;
        return auditRow({ entry, operation: operation.id, resourceId, requestId, sourceIp });
      },
    };
    return { context, audits: () => audits };
  }
}

/** The entry of any operation, in a workspace or not. */
export type AnyEntry = Entry | PersonEntry;

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function refuseToSend(): never {
  throw new Error("an operation that is declared safe sends nothing: it changes nothing");
}
