import type { ChangePlan, Operation } from "./api/schemas.ts";

/** One invalid field of a request, by its dotted path. "" is the body as a whole. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** A resource that blocks a request. */
export interface Blocker {
  readonly type: string;
  readonly id: string;
  /** Absent if the caller may not read the resource. */
  readonly name?: string;
}

/** A request of a guarded token that waits for a person. */
export interface AwaitedApproval {
  /** For `client.approval.get`, whose `status` tells when it was decided. */
  readonly id: string;
  /** The page of the console on which a person decides. */
  readonly url: string;
  /** What the request would do. */
  readonly plan: ChangePlan;
}

/** The API refused a request, or failed. `message` says what was asked and what to do. */
export class FulmarError extends Error {
  override readonly name: string = "FulmarError";
  /** The HTTP status. */
  readonly status: number;
  /** A stable code, such as `vm_not_running`. `http_<status>` if what answered was not the API. */
  readonly code: string;
  /** One sentence that says what to do. */
  readonly detail: string;
  /** What support finds the request by; "" if what answered was not the API. */
  readonly requestId: string;
  /** The invalid fields of a 400. */
  readonly errors: readonly FieldError[];
  /** The resources in the way of a 409. */
  readonly blockers: readonly Blocker[];
  /** What waits for a person, where the code is `approval_required`. Null otherwise. */
  readonly approval: AwaitedApproval | null;

  /** @param request what was asked, such as `cloudVm.create` */
  constructor(request: string, status: number, body: unknown) {
    const { detail, code, request_id, errors, blockers, ...rest } = isRecord(body) ? body : {};
    const sentence = typeof detail === "string" ? detail : `The server answered ${status}; check baseUrl.`;
    super(`${request}: ${sentence}`);
    this.status = status;
    this.code = typeof code === "string" ? code : `http_${status}`;
    this.detail = sentence;
    this.requestId = typeof request_id === "string" ? request_id : "";
    this.errors = recordsOf(errors, isFieldError);
    this.blockers = recordsOf(blockers, isBlocker);
    this.approval = isApproval(rest) ? { id: rest.approval_id, url: rest.approval_url, plan: rest.plan } : null;
  }
}

/** No answer came: the server cannot be reached, the connection broke, or the time was up. */
export class FulmarConnectionError extends Error {
  override readonly name = "FulmarConnectionError";

  constructor(request: string, cause: unknown) {
    super(`${request}: ${reasonOf(cause)}`, { cause });
  }
}

/** An asynchronous operation ended without success. */
export class FulmarOperationError extends Error {
  override readonly name = "FulmarOperationError";
  /** The record of the operation, with `status`, `error_code` and `error_message`. */
  readonly operation: Operation;

  constructor(operation: Operation) {
    const { action, operation_id, status, error_message } = operation;
    super(`The operation ${operation_id} (${action}) ended as ${status}${error_message ? `: ${error_message}` : "."}`);
    this.operation = operation;
  }
}

/** fetch wraps the reason, and that of several addresses has a code only. */
function reasonOf(cause: unknown): string {
  const wrapped = isRecord(cause) && isRecord(cause.cause) ? [cause.cause, cause] : [cause];
  const texts = wrapped.flatMap((error) => (isRecord(error) ? [error.message, error.code] : []));
  return String(texts.find((text) => typeof text === "string" && text !== "") ?? cause);
}

function recordsOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): readonly Item[] {
  return Array.isArray(value) ? value.filter(isItem) : [];
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.field === "string" && typeof value.message === "string";
}

function isBlocker(value: unknown): value is Blocker {
  if (!isRecord(value) || !["undefined", "string"].includes(typeof value.name)) return false;
  return ["type", "id"].every((name) => typeof value[name] === "string");
}

function isApproval(value: Readonly<Record<string, unknown>>): value is {
  readonly approval_id: string;
  readonly approval_url: string;
  readonly plan: ChangePlan;
} {
  return typeof value.approval_id === "string" && typeof value.approval_url === "string" && isRecord(value.plan);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
