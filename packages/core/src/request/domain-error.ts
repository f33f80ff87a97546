import { type Blocker, ERROR_STATUS, type ErrorKind, type FieldError } from "@fulmar/contract";

/** Whether a refusal may pass by itself: what stands in the way may be on its way out, or is known to be. */
export type Passing = "maybe" | "surely";

export interface DomainErrorOptions {
  /** Stable, snake_case; by default the kind itself. */
  readonly code?: string;
  readonly errors?: readonly FieldError[];
  readonly blockers?: readonly Blocker[];
  readonly retryAfterSeconds?: number;
  readonly passing?: Passing;
  /** What really happened, for the log. It never leaves the process. */
  readonly cause?: unknown;
}

/** The one error of the domain: a kind, a sentence for outside, and a cause for inside. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly kind: ErrorKind;
  readonly code: string;
  readonly errors: readonly FieldError[] | undefined;
  readonly blockers: readonly Blocker[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Undefined: the refusal stays until somebody changes something else. */
  readonly passing: Passing | undefined;

  constructor(kind: ErrorKind, detail: string, options: DomainErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.kind = kind;
    this.code = options.code ?? kind;
    this.errors = options.errors;
    this.blockers = options.blockers;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.passing = options.passing;
  }

  get status(): number {
    return ERROR_STATUS[this.kind];
  }
}

/**
 * The answer for a resource that does not exist or belongs to another workspace: the two are indistinguishable.
 * @param family the resource in words, e.g. "cloud VM"
 */
export function notFound(family: string): DomainError {
  return new DomainError(
    "not_found",
    `There is no such ${family} in this workspace; check the id and the workspace_id.`,
    { code: "not_found" },
  );
}

/** The refusal of who has no session in force. */
export function signedOut(): DomainError {
  return new DomainError("unauthenticated", "Sign in to go on.");
}

export function noSuchOrganization(): DomainError {
  return new DomainError("not_found", "There is no such organization; check its id.");
}

/** A request that conflicts with the state of things. `code` is stable; `blockers` names what stands in the way. */
export function conflict(code: string, detail: string, blockers?: readonly Blocker[]): DomainError {
  return new DomainError("conflict", detail, blockers === undefined ? { code } : { code, blockers });
}

/** A request whose field is well formed but cannot be meant. */
export function invalidField(field: string, message: string, code = "invalid_request"): DomainError {
  return new DomainError("invalid_request", `The request is not valid: ${field} ${message}.`, {
    code,
    errors: [{ field, message }],
  });
}

/**
 * Marks the refusal of a deletion because of what depends on the resource: that may be being deleted too, by a request
 * beside this one, so the deletion is tried again for a while (docs/adr/0017).
 */
export function mayPass(refusal: DomainError, passing: Passing = "maybe"): DomainError {
  const { kind, message, code, errors, blockers } = refusal;
  return new DomainError(kind, message, { code, passing, ...(errors && { errors }), ...(blockers && { blockers }) });
}
