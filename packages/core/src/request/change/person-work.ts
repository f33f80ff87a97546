import type { Configuration } from "@fulmar/config";
import type { Operation } from "@fulmar/contract";
import type { Database, Transaction } from "@fulmar/prisma";
import { type Answer, answerOf } from "../answers/answer.ts";
import type { KeptAnswers } from "../answers/kept-answers.ts";
import type { RequestEnvelope } from "../caller.ts";
import type { PersonEntry } from "../door/person-door.ts";
import { type Handlers, personHandlerOf } from "../door/registered.ts";
import { newId } from "../identifiers.ts";
import type { PersonContext } from "../person-context.ts";
import { recordPersonPlan } from "../plan/record-plan.ts";
import { type Foresee, planAnswer, type Read, readOrAbsent } from "../plan/rehearsed.ts";
import { answeredOnce } from "./answered-once.ts";
import { Fingerprint, type FingerprintKeys } from "./idempotency.ts";
import type { PersonKeyClaim } from "./person-idempotency.ts";
import { type Request, refuseToSend } from "./request.ts";
import { attemptedOn } from "./resource-of-change.ts";
import { untilSerialized } from "./retry.ts";

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

interface Parts {
  readonly database: Database;
  readonly configuration: Configuration;
  readonly keptAnswers: KeptAnswers;
  readonly fingerprintKeys: FingerprintKeys;
  readonly handlers: Handlers;
  /** By the id of the operation. */
  readonly guards: ChangeGuards;
  readonly foresee: Foresee;
}

type PersonRequest = Request<PersonEntry>;

/** Performs operations on an organization or an account. */
export class PersonWork {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async read({ operation, entry, input, envelope }: PersonRequest): Promise<Answer> {
    const { database, handlers } = this.#parts;
    const { context } = this.#contextFor(entry, envelope, { sql: database.sql, send: refuseToSend });
    return answerOf(operation, await personHandlerOf(handlers, operation)(context, input));
  }

  /** Runs one transaction with the key, the effect, its audit event and the answer under the key. */
  change(request: PersonRequest, key: string | undefined): Promise<Answer> {
    const { operation, entry, input } = request;
    const claim =
      key === undefined
        ? undefined
        : {
            ...{ userId: entry.person.id, operation: operation.id, key },
            fingerprint: new Fingerprint(input, this.#parts.fingerprintKeys),
          };
    return this.#guarded(request, () =>
      untilSerialized(() =>
        this.#parts.database.transaction((transaction) => this.#changeOnce(transaction, request, claim)),
      ),
    );
  }

  /** Runs the transaction of a change, reads what it has done, and takes it back. Leaves one audit event. */
  plan(request: PersonRequest): Promise<Answer> {
    const { operation, entry, input, envelope } = request;
    return this.#guarded(request, async () => {
      const plan = await untilSerialized(() => this.#rehearse(request));
      const { requestId, sourceIp } = envelope;
      const resourceId = attemptedOn(operation, input);
      const asked = { entry, operation: operation.id, resourceId, requestId, sourceIp };
      await recordPersonPlan(this.#parts.database.sql, asked);
      return planAnswer(operation, plan);
    });
  }

  #rehearse({ operation, entry, input, envelope }: PersonRequest) {
    const { database, handlers, foresee } = this.#parts;
    return database.rehearse(async (rehearsal) => {
      const { context } = this.#contextFor(entry, envelope, rehearsal);
      const begun = newId("op");
      const answer = answerOf(operation, await personHandlerOf(handlers, operation)(context, input));
      return foresee({
        ...{ operation, input, begun, answer: JSON.parse(answer.body), rehearsal, elsewhere: false, workspaceId: null },
        organizationId: entry.membership?.organizationId ?? null,
        // The role let the change in, and reads all of the organization that a person sees.
        mayRead: () => true,
        read: (reading, fields) => this.#readInside(entry, envelope, rehearsal, reading, fields),
      });
    });
  }

  /** Reads as the user of the change. In a workspace, only what is of the organization can be read. */
  async #readInside(
    { person, membership }: PersonEntry,
    envelope: RequestEnvelope,
    { sql }: Pick<Transaction, "sql">,
    reading: Operation,
    fields: Record<string, unknown>,
  ): Promise<Read | undefined> {
    if (reading.subject === "installation") return undefined;
    const { context } = this.#contextFor({ person, membership }, envelope, { sql, send: refuseToSend });
    if (reading.subject === "workspace" && (membership === null || !reading.ofOrganization)) return undefined;
    const place = membership === null ? {} : inOrganization(person.id, membership);
    const handle = personHandlerOf(this.#parts.handlers, reading);
    return readOrAbsent(reading, () => handle({ ...context, ...place }, fields));
  }

  #guarded({ operation, entry, envelope }: PersonRequest, change: () => Promise<Answer>): Promise<Answer> {
    const guard = this.#parts.guards[operation.id];
    return guard === undefined ? change() : guard(this.#parts.database, entry, envelope, change);
  }

  #changeOnce(
    transaction: Transaction,
    { operation, entry, input, envelope }: PersonRequest,
    claim: PersonKeyClaim | undefined,
  ): Promise<Answer> {
    const { handlers, keptAnswers } = this.#parts;
    return answeredOnce(transaction, { operation, claim, keptAnswers }, async () => {
      const { context, audits } = this.#contextFor(entry, envelope, transaction);
      const value = await personHandlerOf(handlers, operation)(context, input);
      if (audits() === 0) throw new Error(`${operation.id} changes something, but wrote no audit event`);
      return answerOf(operation, value);
    });
  }

  #contextFor(
    { person, membership }: PersonEntry,
    { requestId, sourceIp, signal }: RequestEnvelope,
    { sql, send }: Transaction,
  ): { context: PersonContext; audits: () => number } {
    let audits = 0;
    const context: PersonContext = {
      ...{ sql, send, person, membership, requestId, sourceIp, signal },
      configuration: this.#parts.configuration,
      actor() {
        audits++;
        return { userId: person.id, requestId, sourceIp };
      },
    };
    return { context, audits: () => audits };
  }
}

/** The context for handlers of the organization's resources: no workspace, and rights by the role alone. */
function inOrganization(id: string, membership: NonNullable<PersonEntry["membership"]>) {
  const { organizationId, role } = membership;
  const caller = { ...membership, type: "user", id, scopes: new Set(), organizationRole: role } as const;
  return { workspace: { organizationId }, caller };
}
