import type { Configuration } from "@fulmar/config";
import { type Operation, type OperationId, operationById } from "@fulmar/contract";
import { type Database, onBehalfOf } from "@fulmar/prisma";
import type { Answer } from "./answers/answer.ts";
import { KeptAnswers, type SecretsInForce } from "./answers/kept-answers.ts";
import { ListCursors } from "./answers/list-cursors.ts";
import { recordRefusal } from "./answers/record-refusal.ts";
import { type ConstraintErrors, refusalOf } from "./answers/refusal-of.ts";
import { visibleRefusal } from "./answers/visible-refusal.ts";
import { type Approvals, GuardedWork } from "./approve/guarded-work.ts";
import { guardingOn } from "./approve/guarding.ts";
import type { Credentials, RequestEnvelope } from "./caller.ts";
import type { BillingAdmission } from "./change/admission.ts";
import type { Carriers } from "./change/carrier.ts";
import type { IsGoing } from "./change/dependents-wait.ts";
import { checkIdempotencyKey, fingerprintKeys } from "./change/idempotency.ts";
import { InstallationWork } from "./change/installation-work.ts";
import type { ShownFields } from "./change/operator-trail.ts";
import { type ChangeGuards, PersonWork } from "./change/person-work.ts";
import type { Request } from "./change/request.ts";
import { attemptedOn } from "./change/resource-of-change.ts";
import { WorkspaceWork } from "./change/workspace-work.ts";
import { type DomainError, invalidField, signedOut } from "./domain-error.ts";
import type { Door, Entry } from "./door/door.ts";
import type { InstallationDoor, InstallationEntry } from "./door/installation-door.ts";
import type { PersonDoor, PersonEntry } from "./door/person-door.ts";
import type { RateState } from "./door/rate-limit.ts";
import type { Handlers } from "./door/registered.ts";
import { callerFor, referenceRefusal, rightsRefusal } from "./door/rights.ts";
import { type InputParts, parseInput, splitInput } from "./parse-input.ts";
import type { Foresee } from "./plan/rehearsed.ts";
import { readableWith } from "./plan/visible-plan.ts";
import type { Vault } from "./sealing/vault.ts";

/** The single entry to the domain, for REST and tRPC. */
export class Core {
  readonly #database: Database;
  readonly #door: Door;
  readonly #personDoor: PersonDoor;
  readonly #installationDoor: InstallationDoor;
  readonly #constraintErrors: ConstraintErrors;
  readonly #workspaceWork: WorkspaceWork;
  readonly #personWork: PersonWork;
  readonly #installationWork: InstallationWork;
  readonly #guardedWork: GuardedWork;
  readonly #carriers: Carriers;
  readonly #cursors: ListCursors;

  constructor(parts: {
    database: Database;
    configuration: Configuration;
    door: Door;
    personDoor: PersonDoor;
    installationDoor: InstallationDoor;
    admission: BillingAdmission;
    vault: Vault;
    handlers: Handlers;
    constraintErrors: ConstraintErrors;
    isGoing: IsGoing;
    secretsInForce: SecretsInForce;
    changeGuards: ChangeGuards;
    foresee: Foresee;
    approvals: Approvals;
    carriers: Carriers;
    shownFields: ShownFields;
  }) {
    this.#database = parts.database;
    this.#door = parts.door;
    this.#personDoor = parts.personDoor;
    this.#installationDoor = parts.installationDoor;
    this.#constraintErrors = parts.constraintErrors;
    const shared = {
      database: parts.database,
      configuration: parts.configuration,
      keptAnswers: new KeptAnswers(parts.configuration.secrets, parts.secretsInForce),
      fingerprintKeys: fingerprintKeys(parts.configuration.secrets),
      handlers: parts.handlers,
      foresee: parts.foresee,
    };
    this.#workspaceWork = new WorkspaceWork({
      ...shared,
      admission: parts.admission,
      vault: parts.vault,
      constraintErrors: parts.constraintErrors,
      isGoing: parts.isGoing,
    });
    this.#personWork = new PersonWork({ ...shared, guards: parts.changeGuards });
    const { constraintErrors, shownFields } = parts;
    this.#installationWork = new InstallationWork({ ...shared, constraintErrors, shownFields });
    const { database, approvals } = parts;
    this.#guardedWork = new GuardedWork({ database, work: this.#workspaceWork, approvals });
    this.#carriers = parts.carriers;
    this.#cursors = new ListCursors(parts.configuration.secrets);
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
  ): Promise<EnteredEntry> {
    try {
      if (operation.audience === "console" && credentials.kind !== "session") throw signedOut();
      if (operation.subject === "installation")
        return await this.#enterInstallation(operation, credentials, from, reportRate);
      if (operation.subject !== "workspace")
        return await this.#personDoor.enter(operation, credentials, recordOf(place), reportRate);
      const admission = await this.#door.enter({
        credentials,
        workspaceId: place,
        sourceIp: from.sourceIp,
        reportRate,
      });
      const entry = { ...admission.entry, caller: callerFor(operation, admission.entry.caller) };
      const refusal = admission.refusal ?? rightsRefusal(operation, entry.caller);
      if (refusal === null) return { ...entry, rateKey: admission.rateKey };
      throw await this.#refused(operation, entry, null, from, refusal);
    } catch (error) {
      throw refusalOf(error, this.#constraintErrors);
    }
  }

  async #enterInstallation(
    operation: Operation,
    credentials: Credentials,
    from: Pick<RequestEnvelope, "requestId" | "sourceIp">,
    reportRate: (state: RateState) => void,
  ): Promise<InstallationEntry> {
    const entered = await this.#installationDoor.enter(operation, credentials, from.sourceIp, reportRate);
    const { refusal, ...entry } = entered;
    if (refusal === null) return entry;
    await this.#installationWork.refused(operation, entry, from, refusal);
    throw refusal;
  }

  /**
   * Parses the input and performs the operation.
   * @throws DomainError
   */
  perform(operation: Operation, entry: AnyEntry, parts: InputParts, envelope: RequestEnvelope): Promise<Answer> {
    return onBehalfOf(customerOf(entry), () => this.#perform(operation, entry, parts, envelope));
  }

  async #perform(operation: Operation, entry: AnyEntry, parts: InputParts, envelope: RequestEnvelope): Promise<Answer> {
    try {
      const key = checkIdempotencyKey(envelope.idempotencyKey, operation.idempotency);
      const sent = parseInput(operation, parts);
      const input = this.#cursors.opened({ operation, entry, input: sent });
      const answer = await this.#answer(operation, entry, input, key, envelope);
      return this.#cursors.sealed({ operation, entry, input }, answer);
    } catch (error) {
      throw this.#refusalFor(entry, error);
    }
  }

  async #answer(
    operation: Operation,
    entry: AnyEntry,
    input: Record<string, unknown>,
    key: string | undefined,
    envelope: RequestEnvelope,
  ): Promise<Answer> {
    if ("operator" in entry)
      return operation.safe
        ? this.#installationWork.read({ operation, entry, input, envelope })
        : this.#installationWork.change({ operation, entry, input, envelope }, key);
    if ("person" in entry)
      return operation.safe
        ? this.#personWork.read({ operation, entry, input, envelope })
        : this.#personWork.change({ operation, entry, input, envelope }, key);
    const refusal = referenceRefusal(operation, entry.caller, input);
    if (refusal !== null) throw await this.#refused(operation, entry, attemptedOn(operation, input), envelope, refusal);
    return this.#answerInWorkspace({ operation, entry, input, envelope }, key);
  }

  #answerInWorkspace(request: Request, key: string | undefined): Promise<Answer> {
    const { operation, entry, input } = request;
    const guarding = guardingOn({ operation, input, callerId: entry.caller.id }, entry.caller.guarding);
    if (guarding !== null)
      return operation.safe
        ? this.#guardedWork.handOut(request, guarding)
        : this.#guardedWork.change(request, guarding, key);
    if (operation.safe) return this.#workspaceWork.read(request);
    const change = () => this.#workspaceWork.change(request, key);
    const carry = this.#carriers[operation.id];
    return carry === undefined ? change() : carry(this.#workspaceWork, request, change);
  }

  /**
   * Parses the input and tells what the operation would do (docs/adr/0076).
   * @throws DomainError the same that `perform` would throw; 400 for an operation that changes nothing
   */
  plan(
    operation: Operation,
    entry: AnyEntry,
    parts: InputParts,
    envelope: Omit<RequestEnvelope, "idempotencyKey">,
  ): Promise<Answer> {
    return onBehalfOf(customerOf(entry), () => this.#plan(operation, entry, parts, envelope));
  }

  async #plan(
    operation: Operation,
    entry: AnyEntry,
    parts: InputParts,
    envelope: Omit<RequestEnvelope, "idempotencyKey">,
  ): Promise<Answer> {
    if (operation.safe) throw nothingToPlan();
    const asked = { ...envelope, idempotencyKey: undefined };
    try {
      const input = parseInput(operation, parts);
      if ("operator" in entry) return await this.#installationWork.plan({ operation, entry, input, envelope: asked });
      if ("person" in entry) return await this.#personWork.plan({ operation, entry, input, envelope: asked });
      const refusal = referenceRefusal(operation, entry.caller, input);
      if (refusal !== null) throw await this.#refused(operation, entry, attemptedOn(operation, input), asked, refusal);
      return await this.#workspaceWork.plan({ operation, entry, input, envelope: asked });
    } catch (error) {
      throw this.#refusalFor(entry, error);
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
    const { operation, entry, parts } = await this.#enterFlat(id, credentials, flat, envelope);
    return this.perform(operation, entry, parts, envelope);
  }

  /**
   * Enters and plans in one call, from the flat input of procedure calls.
   * @throws DomainError
   */
  async executePlan(
    id: OperationId,
    credentials: Credentials,
    flat: Readonly<Record<string, unknown>>,
    envelope: RequestEnvelope,
  ): Promise<Answer> {
    const { operation, entry, parts } = await this.#enterFlat(id, credentials, flat, envelope);
    return this.plan(operation, entry, parts, envelope);
  }

  async #enterFlat(
    id: OperationId,
    credentials: Credentials,
    flat: Readonly<Record<string, unknown>>,
    envelope: RequestEnvelope,
  ) {
    const operation = operationById(id) as unknown as Operation;
    const { workspace_id, ...fields } = flat;
    const inWorkspace = operation.subject === "workspace";
    const place = inWorkspace ? workspace_id : flat;
    const entry = await this.enter(operation, credentials, place, envelope, () => undefined);
    return { operation, entry, parts: splitInput(operation, inWorkspace ? fields : flat) };
  }

  /** The refusal for an error, as the caller may see it. A change outside of workspaces has no blockers in one. */
  #refusalFor(entry: AnyEntry, error: unknown): DomainError {
    const refusal = refusalOf(error, this.#constraintErrors);
    return "caller" in entry ? visibleRefusal(refusal, readableWith(entry.caller.scopes)) : refusal;
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
}

/** The entry of any operation, in a workspace or not. */
export type AnyEntry = Entry | PersonEntry | InstallationEntry;

/** An entry through the door, and in a workspace the key by which the caller's requests are counted. */
export type EnteredEntry = (Entry & { readonly rateKey: string }) | PersonEntry | InstallationEntry;

/** Whose turns a request takes where connections are short. */
function customerOf(entry: AnyEntry): string {
  if ("operator" in entry) return entry.operator.id;
  if ("workspace" in entry) return entry.workspace.organizationId;
  return entry.membership?.organizationId ?? entry.person.id;
}

function nothingToPlan(): DomainError {
  return invalidField("dry_run", "must not be sent to an operation that changes nothing");
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
