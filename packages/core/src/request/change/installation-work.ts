import type { Configuration } from "@fulmar/config";
import type { Operation } from "@fulmar/contract";
import type { Database, Transaction } from "@fulmar/prisma";
import { type Answer, answerOf } from "../answers/answer.ts";
import type { KeptAnswers } from "../answers/kept-answers.ts";
import type { ConstraintErrors } from "../answers/refusal-of.ts";
import { refusalOf } from "../answers/refusal-of.ts";
import type { RequestEnvelope } from "../caller.ts";
import type { DomainError } from "../domain-error.ts";
import type { InstallationEntry, Operator } from "../door/installation-door.ts";
import { type Handlers, installationHandlerOf } from "../door/registered.ts";
import { newId } from "../identifiers.ts";
import type { InstallationContext } from "../installation-context.ts";
import { type Foresee, planAnswer, readOrAbsent } from "../plan/rehearsed.ts";
import { answeredOnce } from "./answered-once.ts";
import { Fingerprint, type FingerprintKeys } from "./idempotency.ts";
import { isRecorded, operatorEventQuery, recordUndone, type ShownFields } from "./operator-trail.ts";
import { type Request, refuseToSend } from "./request.ts";
import { attemptedOn, resourceIdOf } from "./resource-of-change.ts";
import { untilSerialized } from "./retry.ts";

interface Parts {
  readonly database: Database;
  readonly configuration: Configuration;
  readonly keptAnswers: KeptAnswers;
  readonly fingerprintKeys: FingerprintKeys;
  readonly handlers: Handlers;
  readonly foresee: Foresee;
  readonly constraintErrors: ConstraintErrors;
  readonly shownFields: ShownFields;
}

type InstallationRequest = Request<InstallationEntry>;

/** Performs operations on the installation (docs/adr/0114). */
export class InstallationWork {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async read({ operation, entry, input, envelope }: InstallationRequest): Promise<Answer> {
    const { database, handlers } = this.#parts;
    const context = this.#contextFor(entry.operator, envelope, { sql: database.sql, send: refuseToSend });
    return answerOf(operation, await installationHandlerOf(handlers, operation)(context, input));
  }

  /** Runs one transaction with the key, the effect, its event in the trail and the answer under the key. */
  async change(request: InstallationRequest, key: string | undefined): Promise<Answer> {
    const { operation, entry, input } = request;
    const { database, keptAnswers, fingerprintKeys } = this.#parts;
    const claim =
      key === undefined
        ? undefined
        : {
            ...{ userId: entry.operator.id, operation: operation.id, key },
            fingerprint: new Fingerprint(input, fingerprintKeys),
          };
    return this.#recordingRefusal(request, () =>
      untilSerialized(() =>
        database.transaction(
          (transaction) =>
            answeredOnce(transaction, { operation, claim, keptAnswers }, () => this.#changeOnce(transaction, request)),
          { asOperator: true },
        ),
      ),
    );
  }

  /** Runs the transaction of a change, reads what it has done, and takes it back. Leaves one event in the trail. */
  plan(request: InstallationRequest): Promise<Answer> {
    const { operation, input } = request;
    return this.#recordingRefusal(request, async () => {
      const plan = await untilSerialized(() => this.#rehearse(request));
      const event = { ...this.#eventOf(request), result: operation.success, planned: true };
      await recordUndone(this.#parts.database.sql, { ...event, resourceId: attemptedOn(operation, input) });
      return planAnswer(operation, plan);
    });
  }

  /** Records that an operator was refused before the input was read. */
  async refused(
    operation: Operation,
    { operator }: InstallationEntry,
    { requestId, sourceIp }: Pick<RequestEnvelope, "requestId" | "sourceIp">,
    refusal: DomainError,
  ): Promise<void> {
    if (operation.safe) return;
    const event = { operation, operator, requestId, sourceIp, resourceId: null, fields: {}, result: refusal.status };
    await recordUndone(this.#parts.database.sql, event);
  }

  async #changeOnce(transaction: Transaction, request: InstallationRequest): Promise<Answer> {
    const { operation, entry, input, envelope } = request;
    const context = this.#contextFor(entry.operator, envelope, transaction);
    const answer = answerOf(operation, await installationHandlerOf(this.#parts.handlers, operation)(context, input));
    const done = JSON.parse(answer.body);
    const named = { resourceId: resourceIdOf(operation, input, done), organizationId: done?.organization_id };
    transaction.send(operatorEventQuery({ ...this.#eventOf(request), ...named, result: answer.status }));
    return answer;
  }

  #rehearse({ operation, entry, input, envelope }: InstallationRequest) {
    const { database, handlers, foresee } = this.#parts;
    const act = (on: Operation, transaction: Transaction, fields: Record<string, unknown>) =>
      installationHandlerOf(handlers, on)(this.#contextFor(entry.operator, envelope, transaction), fields);
    return database.rehearse(
      async (rehearsal) => {
        const begun = newId("op");
        const answer = answerOf(operation, await act(operation, rehearsal, input));
        return foresee({
          ...{ operation, input, begun, answer: JSON.parse(answer.body), rehearsal, elsewhere: false },
          ...{ workspaceId: null, organizationId: null },
          mayRead: () => true,
          async read(reading, fields) {
            if (reading.subject !== "installation") return undefined;
            return readOrAbsent(reading, () => act(reading, { sql: rehearsal.sql, send: refuseToSend }, fields));
          },
        });
      },
      { asOperator: true },
    );
  }

  async #recordingRefusal(request: InstallationRequest, change: () => Promise<Answer>): Promise<Answer> {
    try {
      return await change();
    } catch (error) {
      const { operation, input } = request;
      const refusal = refusalOf(error, this.#parts.constraintErrors);
      const event = { ...this.#eventOf(request), resourceId: attemptedOn(operation, input), result: refusal.status };
      if (isRecorded(refusal)) await recordUndone(this.#parts.database.sql, event);
      throw refusal;
    }
  }

  #eventOf({ operation, entry, input, envelope: { requestId, sourceIp } }: InstallationRequest) {
    const fields = this.#parts.shownFields(operation, input);
    return { operation, operator: entry.operator, input, fields, requestId, sourceIp };
  }

  #contextFor(
    operator: Operator,
    { requestId, sourceIp, signal }: RequestEnvelope,
    { sql, send }: Transaction,
  ): InstallationContext {
    const { configuration, database } = this.#parts;
    return {
      ...{ sql, send, operator, requestId, sourceIp, signal, configuration },
      rehearse: (work, options) => database.rehearse(work, { ...options, asOperator: true }),
    };
  }
}
