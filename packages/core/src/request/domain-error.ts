import {
  type AwaitedApproval,
  type Blocker,
  type CodeOf,
  ERROR_STATUS,
  type ErrorKind,
  type FieldError,
  protectedFromDeletion,
  type RefusalCode,
} from "@fulmar/contract";

/** Whether a refusal may pass without another change: the blocker may be on its way out, or it surely is. */
export type Passing = "maybe" | "surely";

export interface DomainErrorOptions {
  /** Stable, snake_case; by default the kind itself. */
  readonly code?: RefusalCode;
  readonly errors?: readonly FieldError[];
  readonly blockers?: readonly Blocker[];
  /** The approval that waits for a person in place of the change. */
  readonly approval?: AwaitedApproval;
  readonly retryAfterSeconds?: number;
  readonly passing?: Passing;
  /** The real cause, for the log only. */
  readonly cause?: unknown;
}

/** The one error of the domain: a kind, a public sentence and an internal cause. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly kind: ErrorKind;
  readonly code: RefusalCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly blockers: readonly Blocker[] | undefined;
  readonly approval: AwaitedApproval | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Undefined if the refusal stays until something else is changed. */
  readonly passing: Passing | undefined;

  constructor(kind: ErrorKind, detail: string, options: DomainErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.kind = kind;
    this.code = options.code ?? kind;
    this.errors = options.errors;
    this.blockers = options.blockers;
    this.approval = options.approval;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.passing = options.passing;
  }

  get status(): number {
    return ERROR_STATUS[this.kind];
  }

  /** The same refusal with other blockers. */
  withBlockers(blockers: readonly Blocker[]): DomainError {
    const { kind, message, code, cause, errors, approval, retryAfterSeconds, passing } = this;
    return new DomainError(kind, message, {
      ...{ code, blockers, cause },
      ...(errors && { errors }),
      ...(approval && { approval }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(passing && { passing }),
    });
  }
}

/**
 * The refusal for a resource that does not exist or belongs to another workspace. The two are indistinguishable.
 * @param family the resource in words, e.g. "cloud VM"
 */
export function notFound(family: string): DomainError {
  return new DomainError(
    "not_found",
    `There is no such ${family} in this workspace; check the id and the workspace_id.`,
    { code: "not_found" },
  );
}

/**
 * The row of a resource.
 * @param family the resource in words, e.g. "cloud VM"
 * @throws DomainError 404 if there is none
 */
export function found<Row>(row: Row | undefined, family: string): Row {
  if (row === undefined) throw notFound(family);
  return row;
}

/**
 * The same for what belongs to the organization.
 * @param what in words, e.g. "invoice"
 */
export function foundInOrganization<Row>(row: Row | undefined, what: string): Row {
  if (row !== undefined) return row;
  throw new DomainError("not_found", `There is no such ${what} in this organization; check the id.`, {
    code: "not_found",
  });
}

/** The refusal of a caller without a valid session. */
export function signedOut(): DomainError {
  return new DomainError("unauthenticated", "Sign in to continue.");
}

export function noSuchOrganization(): DomainError {
  return new DomainError("not_found", "There is no such organization; check its id.");
}

/**
 * The refusal of a request that conflicts with the current state. `code` is stable. `blockers` names the resources in
 * the way.
 */
export function conflict(code: CodeOf<"conflict">, detail: string, blockers?: readonly Blocker[]): DomainError {
  return new DomainError("conflict", detail, blockers === undefined ? { code } : { code, blockers });
}

/**
 * The refusal of the deletion of a protected resource (409).
 * @param what the resource in words, e.g. "volume"
 */
export function deletionProtected(what: string): DomainError {
  return conflict("deletion_protected", protectedFromDeletion(what));
}

/**
 * The refusal of restoring what was deleted without a window, or whose window has ended (409).
 * @param what the resource in words
 */
export function notRestorable(what: string): DomainError {
  return conflict("not_restorable", `The ${what} was deleted for good and cannot be restored; create a new one.`);
}

/**
 * The refusal of restoring or purging what is not deleted (409).
 * @param what the resource in words
 */
export function notDeleted(what: string): DomainError {
  return conflict("not_deleted", `The ${what} is not deleted; there is nothing to restore or to purge.`);
}

/** The protection in records that the specification lists field by field, which have it only while it is on. */
export function shownProtection(isProtected: boolean): { deletion_protection?: true } {
  return isProtected ? { deletion_protection: true } : {};
}

/** The refusal of a request whose field is well formed but has an invalid value. */
export function invalidField(field: string, message: string, code: RefusalCode = "invalid_request"): DomainError {
  return new DomainError("invalid_request", `The request is not valid: ${field} ${message}.`, {
    code,
    errors: [{ field, message }],
  });
}

/**
 * Marks the refusal of a deletion that has dependents. They may be being deleted by a concurrent request, so the
 * deletion is retried for a while (docs/adr/0017).
 */
export function mayPass(refusal: DomainError, passing: Passing = "maybe"): DomainError {
  const { kind, message, code, errors, blockers } = refusal;
  return new DomainError(kind, message, { code, passing, ...(errors && { errors }), ...(blockers && { blockers }) });
}
