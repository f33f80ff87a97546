import type { Configuration } from "@fulmar/config";
import type { Operation } from "@fulmar/contract";
import { type Database, isSerializationFailure, type Transaction } from "@fulmar/prisma";
import { type Answer, answerOf } from "../answers/answer.ts";
import type { KeptAnswers } from "../answers/kept-answers.ts";
import type { RequestEnvelope } from "../caller.ts";
import type { PersonEntry } from "../door/person-door.ts";
import { type Handlers, personHandlerOf } from "../door/registered.ts";
import { newId } from "../identifiers.ts";
import type { PersonContext } from "../person-context.ts";
import { recordPersonPlan } from "../plan/record-plan.ts";
import { type Foresee, planAnswer, type Read, readOrAbsent } from "../plan/rehearsed.ts";
import { Fingerprint, type FingerprintKeys } from "./idempotency.ts";
import { answeredQuery, claimPersonKey, type PersonKeyClaim } from "./person-idempotency.ts";
import { attemptedOn } from "./resource-of-change.ts";
import { refuseToSend, TRANSACTION_ATTEMPTS } from "./workspace-work.ts";

/**
 * Carries out a change with something before and after it, outside of its transaction: what it writes stays when the
 * change is refused.
 */
export type ChangeGuard = (
  database: Database,
  entry: PersonEntry,
  from: Pick<RequestEnvelope, "requestId" | "sourceIp" | "userAgent">,
  change: () => Promise<Answer>,
) => Promise<Answer>;
export type ChangeGuards = Readonly<Record<string, ChangeGuard | undefined>>;

/** Carries out operations on an organization or an account. */
export class PersonWork {
  readonly #database: Database;
  readonly #configuration: Configuration;
  readonly #keptAnswers: KeptAnswers;
  readonly #fingerprintKeys: FingerprintKeys;
  readonly #handlers: Handlers;
  readonly #guards: ChangeGuards;
  readonly #foresee: Foresee;

  constructor(parts: {
    readonly database: Database;
    readonly configuration: Configuration;
    readonly keptAnswers: KeptAnswers;
    readonly fingerprintKeys: FingerprintKeys;
    readonly handlers: Handlers;
    /** By the id of the operation. */
    readonly guards: ChangeGuards;
    readonly foresee: Foresee;
  }) {
    this.#database = parts.database;
    this.#configuration = parts.configuration;
    this.#keptAnswers = parts.keptAnswers;
    this.#fingerprintKeys = parts.fingerprintKeys;
    this.#handlers = parts.handlers;
    this.#guards = parts.guards;
    this.#foresee = parts.foresee;
  }

  async read(
    operation: Operation,
    entry: PersonEntry,
    input: Record<string, unknown>,
    envelope: RequestEnvelope,
  ): Promise<Answer> {
    const { context } = this.#contextFor(entry, envelope, { sql: this.#database.sql, send: refuseToSend });
    return answerOf(operation, await personHandlerOf(this.#handlers, operation)(context, input));
  }

  /** Runs one transaction with the key, the effect, its audit event and the answer under the key. */
  change(
    operation: Operation,
    entry: PersonEntry,
    input: Record<string, unknown>,
    key: string | undefined,
    envelope: RequestEnvelope,
  ): Promise<Answer> {
    return this.#guarded(operation, entry, envelope, () => this.#change(operation, entry, input, key, envelope));
  }

  /** Runs the transaction of a change, asks what it has done, and takes it back. Leaves one audit event. */
  plan(
    operation: Operation,
    entry: PersonEntry,
    input: Record<string, unknown>,
    envelope: RequestEnvelope,
  ): Promise<Answer> {
    return this.#guarded(operation, entry, envelope, async () => {
      const plan = await untilSerialized(() => this.#rehearse(operation, entry, input, envelope));
      const { requestId, sourceIp } = envelope;
      const resourceId = attemptedOn(operation, input);
      await recordPersonPlan(this.#database.sql, { entry, operation: operation.id, resourceId, requestId, sourceIp });
      return planAnswer(plan);
    });
  }

  #rehearse(operation: Operation, entry: PersonEntry, input: Record<string, unknown>, envelope: RequestEnvelope) {
    return this.#database.rehearse(async (rehearsal) => {
      const { context } = this.#contextFor(entry, envelope, rehearsal);
      const begun = newId("op");
      const answer = answerOf(operation, await personHandlerOf(this.#handlers, operation)(context, input));
      return this.#foresee({
        ...{ operation, input, begun, answer: JSON.parse(answer.body), rehearsal, elsewhere: false, workspaceId: null },
        organizationId: entry.membership?.organizationId ?? null,
        // The role let the change in, and reads all of the organization that a person sees.
        mayRead: () => true,
        read: (reading, fields) => this.#readInside(entry, envelope, rehearsal, reading, fields),
      });
    });
  }

  /** Reads as the user of the change. What is read in a workspace of the organization is that of the organization. */
  async #readInside(
    { person, membership }: PersonEntry,
    envelope: RequestEnvelope,
    { sql }: Pick<Transaction, "sql">,
    reading: Operation,
    fields: Record<string, unknown>,
  ): Promise<Read | undefined> {
    const inside = this.#contextFor({ person, membership }, envelope, { sql, send: refuseToSend }).context;
    if (reading.subject === "workspace" && (membership === null || !reading.ofOrganization)) return undefined;
    const place =
      membership === null
        ? {}
        : {
            workspace: { id: 0n, name: "", organizationName: "", organizationId: membership.organizationId },
            caller: {
              type: "user",
              id: person.id,
              name: "",
              scopes: new Set(),
              allowedIpRanges: [],
              confined: false,
              strictScopes: false,
              guarding: null,
              organizationRole: membership.role,
              ...membership,
            },
          };
    return readOrAbsent(reading, () => personHandlerOf(this.#handlers, reading)({ ...inside, ...place }, fields));
  }

  #guarded(
    { id }: Operation,
    entry: PersonEntry,
    envelope: RequestEnvelope,
    change: () => Promise<Answer>,
  ): Promise<Answer> {
    const guard = this.#guards[id];
    return guard === undefined ? change() : guard(this.#database, entry, envelope, change);
  }

  async #change(
    operation: Operation,
    entry: PersonEntry,
    input: Record<string, unknown>,
    key: string | undefined,
    envelope: RequestEnvelope,
  ): Promise<Answer> {
    const claim =
      key === undefined
        ? undefined
        : {
            userId: entry.person.id,
            operation: operation.id,
            key,
            fingerprint: new Fingerprint(input, this.#fingerprintKeys),
          };
    return untilSerialized(() =>
      this.#database.transaction((transaction) =>
        this.#changeOnce(transaction, operation, entry, input, claim, envelope),
      ),
    );
  }

  async #changeOnce(
    transaction: Transaction,
    operation: Operation,
    entry: PersonEntry,
    input: Record<string, unknown>,
    claim: PersonKeyClaim | undefined,
    envelope: RequestEnvelope,
  ): Promise<Answer> {
    const before = claim && (await claimPersonKey(transaction.sql, claim));
    if (claim !== undefined && before !== undefined) {
      const body = await this.#keptAnswers.fromStore(transaction.sql, operation, claim, before.body);
      return { status: before.status, body, nextCursor: null, replayed: true };
    }
    const { context, audits } = this.#contextFor(entry, envelope, transaction);
    const value = await personHandlerOf(this.#handlers, operation)(context, input);
    if (audits() === 0) throw new Error(`${operation.id} changes something, but wrote no audit event`);
    const answer = answerOf(operation, value);
    if (claim !== undefined) {
      const body = this.#keptAnswers.toStore(operation, claim, answer.body);
      transaction.send(answeredQuery(claim, { status: answer.status, body }));
    }
    return answer;
  }

  #contextFor(
    { person, membership }: PersonEntry,
    { requestId, sourceIp, signal }: RequestEnvelope,
    { sql, send }: Transaction,
  ): { context: PersonContext; audits: () => number } {
    let audits = 0;
    const context: PersonContext = {
      ...{ sql, send, person, membership, requestId, sourceIp, signal },
      configuration: this.#configuration,
      actor() {
        audits++;
        return { userId: person.id, requestId, sourceIp };
      },
    };
    return { context, audits: () => audits };
  }
}

/** Tries a transaction again when it collides with another. */
async function untilSerialized<Result>(once: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once();
    } catch (error) {
      if (attempt === TRANSACTION_ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
}
