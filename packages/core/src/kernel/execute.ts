import type { KeyObject } from "node:crypto";
import type { Configuration } from "@fulmar/config";
import { type Operation, type OperationId, operationById } from "@fulmar/contract";
import type { AccompaniedTransaction, Database, Query, Transaction } from "@fulmar/prisma";
import { constraintErrors } from "../constraint-errors.ts";
import { firstQuestions, handlers } from "../handlers.ts";
import type { Vault } from "../secret-store/vault.ts";
import { type BillingAdmission, billingDenied, type Decided, type Purchase } from "./admission.ts";
import type { Credentials, Workspace } from "./caller.ts";
import type { RequestContext } from "./context.ts";
import { databaseUnavailable, isDatabaseUnavailable, isSerializationFailure, violatedConstraint } from "./database-error.ts";
import { DependentsWait } from "./dependents-wait.ts";
import { DomainError } from "./domain-error.ts";
import { type Door, type Entry, scopeMissing } from "./door.ts";
import { checkIdempotencyKey, claimQuery, findStoredAnswer, fingerprintKey, fingerprintOf, type KeyClaim } from "./idempotency.ts";
import { KeptAnswers } from "./kept-answers.ts";
import { type InputParts, parseInput, splitInput } from "./parse-input.ts";
import type { RateState } from "./rate-limit.ts";
import { auditRow, effectQuery } from "./record-effect.ts";
import { recordRefusal } from "./record-refusal.ts";
import type { SiteProviders } from "./site-providers.ts";

/** What an adapter knows of a request besides its input. */
export interface RequestEnvelope {
  readonly requestId: string;
  readonly sourceIp: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal;
}

/** An operation's success. `body` is the JSON text that goes out; `value` the same before it was written down. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly nextCursor: string | null;
  readonly replayed: boolean;
}

const TRANSACTION_ATTEMPTS = 5;

/** The one door to the domain, for REST and tRPC alike. */
export class Core {
  readonly #database: Database;
  readonly #configuration: Configuration;
  readonly #door: Door;
  readonly #admission: BillingAdmission;
  readonly #keptAnswers: KeptAnswers;
  readonly #vault: Vault;
  readonly #providers: Pick<SiteProviders, "get">;
  readonly #fingerprintKey: KeyObject;

  constructor(parts: {
    database: Database;
    configuration: Configuration;
    door: Door;
    admission: BillingAdmission;
    vault: Vault;
    providers: Pick<SiteProviders, "get">;
  }) {
    this.#database = parts.database;
    this.#configuration = parts.configuration;
    this.#door = parts.door;
    this.#admission = parts.admission;
    this.#keptAnswers = new KeptAnswers(parts.configuration.secret);
    this.#vault = parts.vault;
    this.#providers = parts.providers;
    this.#fingerprintKey = fingerprintKey(parts.configuration.secret);
  }

  /** Who sends this, and may they, here? Before anything of the body is read. @throws DomainError 401, 429, 400, 403, 503 */
  async enter(
    operation: Operation,
    credentials: Credentials,
    workspaceId: unknown,
    from: Pick<RequestEnvelope, "requestId" | "sourceIp">,
    reportRate: (state: RateState) => void,
  ): Promise<Entry> {
    try {
      const admission = await this.#door.enter({ credentials, workspaceId, sourceIp: from.sourceIp, reportRate });
      const { entry } = admission;
      const refusal = admission.refusal ?? scopeRefusal(operation, entry);
      if (refusal === null) return entry;
      if (!operation.safe) await recordRefusal(this.#database.sql, { entry, operation: operation.id, resourceId: null, ...from }, refusal);
      throw refusal;
    } catch (error) {
      throw outward(error);
    }
  }

  /** Parses the input and carries the operation out. @throws DomainError */
  async perform(operation: Operation, entry: Entry, parts: InputParts, envelope: RequestEnvelope): Promise<Answer> {
    try {
      const key = checkIdempotencyKey(envelope.idempotencyKey, operation.idempotency);
      const input = parseInput(operation, parts);
      return await (operation.safe ? this.#read(operation, entry, input, envelope) : this.#change(operation, entry, input, key, envelope));
    } catch (error) {
      throw outward(error);
    }
  }

  /** Both in one, from flat input, as procedure calls send it. @throws DomainError */
  async execute(id: OperationId, credentials: Credentials, flat: Readonly<Record<string, unknown>>, envelope: RequestEnvelope): Promise<Answer> {
    const operation = operationById(id) as unknown as Operation;
    const { workspace_id, ...input } = flat;
    const entry = await this.enter(operation, credentials, workspace_id, envelope, () => undefined);
    return this.perform(operation, entry, splitInput(operation, input), envelope);
  }

  async #read(operation: Operation, entry: Entry, input: Record<string, unknown>, envelope: RequestEnvelope): Promise<Answer> {
    const { prisma, sql } = this.#database;
    const { context, audits } = this.#contextFor(operation, entry, envelope, undefined, { prisma, sql, send: refuseToSend });
    const value = await handlerOf(operation)(context, input);
    if (operation.audited && audits() === 0) throw new Error(`${operation.id} is audited, but wrote no audit event`);
    return answerOf(operation, value);
  }

  async #change(operation: Operation, entry: Entry, input: Record<string, unknown>, key: string | undefined, envelope: RequestEnvelope): Promise<Answer> {
    const workspaceId = entry.workspace.id;
    const claim = key === undefined ? undefined : { workspaceId, operation: operation.id, key, fingerprint: fingerprintOf(input, this.#fingerprintKey) };
    const asks = firstQuestionOf(operation);
    const options = { workspaceId, ...(claim && { first: claimQuery(claim) }), ...(asks && { question: asks(entry.workspace, input) }) };
    const wait = new DependentsWait(this.#database.sql, workspaceId, { waitMs: this.#configuration.dependentsWaitMs, signal: envelope.signal });
    for (let attempt = 1; ; attempt++) {
      const decided: Decided[] = [];
      try {
        return await this.#database.transaction((transaction) => this.#changeOnce(transaction, operation, entry, input, claim, envelope, decided), options);
      } catch (error) {
        if (attempt < TRANSACTION_ATTEMPTS && isSerializationFailure(error)) continue;
        const refusal = outward(error);
        if (await wait.again(refusal)) {
          attempt = 0;
          continue;
        }
        const { requestId, sourceIp } = envelope;
        const resourceId = resourceInPath(operation, input) ?? null;
        await recordRefusal(this.#database.sql, { entry, operation: operation.id, resourceId, requestId, sourceIp }, refusal, decided);
        throw refusal;
      }
    }
  }

  async #changeOnce(
    transaction: AccompaniedTransaction,
    operation: Operation,
    entry: Entry,
    input: Record<string, unknown>,
    claim: KeyClaim | undefined,
    envelope: RequestEnvelope,
    decided: Decided[],
  ): Promise<Answer> {
    const claimed = await transaction.first;
    if (claim !== undefined && claimed.length === 0) {
      const { status, body } = await findStoredAnswer(transaction.sql, claim);
      return { status, body: this.#keptAnswers.fromStore(operation, claim, body), nextCursor: null, replayed: true };
    }
    const key = claim?.key;
    const { context } = this.#contextFor(operation, entry, envelope, key, transaction, decided);
    const value = await handlerOf(operation)(context, input);
    if (operation.billable && decided.length === 0) throw new Error(`${operation.id} is billable, but did not ask billing`);
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
    { prisma, sql, send }: Transaction,
    decided: Decided[] = [],
  ): { context: RequestContext; audits: () => number } {
    let audits = 0;
    const decide = (purchase: Purchase, binding: boolean) => this.#admission.decide({ workspace: entry.workspace, purchase, sql, binding });
    const preflight = (purchase: Purchase) => decide(purchase, false);
    const admit = async (purchase: Purchase) => {
      const decision = await decide(purchase, true);
      decided.push({ purchase, decision });
      if (!decision.allowed) throw billingDenied(decision);
    };
    const { requestId, sourceIp, signal } = envelope;
    const context: RequestContext = {
      ...{ prisma, sql, send, ...entry, requestId, idempotencyKey, signal, admit, preflight },
      configuration: this.#configuration,
      vault: this.#vault,
      provider: (name) => this.#providers.get(name),
      auditRow(resourceId) {
        audits++;
        return auditRow({ entry, operation: operation.id, resourceId, requestId, sourceIp });
      },
    };
    return { context, audits: () => audits };
  }
}

function scopeRefusal({ scope }: Operation, { caller }: Entry): DomainError | null {
  return scope === null || caller.scopes.has(scope) ? null : scopeMissing(scope, caller.type);
}

/** Handlers are typed one by one in the registry; here, where the operation is any of them, that type is forgotten. */
type AnyHandler = (context: RequestContext, input: Record<string, unknown>) => Promise<unknown>;
function handlerOf(operation: Operation): AnyHandler {
  return (handlers as unknown as Record<string, AnyHandler>)[operation.id] as AnyHandler;
}

type AnyQuestion = (workspace: Workspace, input: Record<string, unknown>) => Query;
function firstQuestionOf(operation: Operation): AnyQuestion | undefined {
  return (firstQuestions as unknown as Record<string, AnyQuestion | undefined>)[operation.id];
}

function refuseToSend(): never {
  throw new Error("an operation that is declared safe sends nothing: it changes nothing");
}

/** Checks a handler's value against what the operation promises, and writes it down. */
function answerOf(operation: Operation, value: unknown): Answer {
  const page = operation.list ? (value as { items: unknown; nextCursor: string | null }) : undefined;
  const output = operation.output.parse(page === undefined ? value : page.items);
  return { status: operation.success, body: JSON.stringify(output), nextCursor: page?.nextCursor ?? null, replayed: false };
}

/** What a change was made to: the last id in its path, else the id of what it made, else what it refers to. */
function resourceIdOf(operation: Operation, input: Record<string, unknown>, value: unknown): string | null {
  const inPath = resourceInPath(operation, input);
  if (inPath !== undefined) return inPath;
  const fields = Object.entries((value ?? {}) as Record<string, unknown>).filter(([name]) => name !== "site_id");
  // A bucket has no id of its own: its name is what it is addressed by.
  const made =
    fields.find(([name]) => name === "id" || name.endsWith("_id")) ??
    fields.find(([name]) => name === "name") ??
    Object.entries(input).find(([name]) => name.endsWith("_id") || name.endsWith("_name"));
  return typeof made?.[1] === "string" ? made[1] : null;
}

/** The last id in the path: what an operation is about. */
function resourceInPath(operation: Operation, input: Record<string, unknown>): string | undefined {
  const name = Object.keys(operation.params.shape).at(-1);
  return name === undefined ? undefined : String(input[name]);
}

/** Turns what went wrong into what may be said of it. */
function outward(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const constraint = violatedConstraint(error);
  const refused = constraint === undefined ? undefined : constraintErrors[constraint]?.();
  if (refused !== undefined) return refused;
  if (isDatabaseUnavailable(error) || isSerializationFailure(error)) return databaseUnavailable(error);
  return new DomainError("internal", "Something went wrong on our side; retry, and send us the request id if it happens again.", { cause: error });
}
