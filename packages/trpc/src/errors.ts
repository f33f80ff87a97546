import type { Blocker, ErrorKind, FieldError } from "@fulmar/contract";
import { DomainError, refusalOf } from "@fulmar/core";
import { TRPCError } from "@trpc/server";

type ProcedureErrorCode = TRPCError["code"];

/** Exhaustive: a new kind of refusal does not compile without an entry here. */
const CODE: Readonly<Record<ErrorKind, ProcedureErrorCode>> = {
  invalid_request: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  billing_denied: "PAYMENT_REQUIRED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  method_not_allowed: "METHOD_NOT_SUPPORTED",
  conflict: "CONFLICT",
  unsupported_media_type: "UNSUPPORTED_MEDIA_TYPE",
  rate_limited: "TOO_MANY_REQUESTS",
  internal: "INTERNAL_SERVER_ERROR",
  unavailable: "SERVICE_UNAVAILABLE",
};

/** The fields of a refusal that a client sees: those of a REST error body, and its kind. */
export interface Problem {
  readonly kind: ErrorKind;
  readonly detail: string;
  readonly code: string;
  readonly errors: readonly FieldError[] | undefined;
  readonly blockers: readonly Blocker[] | undefined;
  readonly requestId: string | undefined;
}

/** Maps any error to a tRPC error, including errors that were thrown outside the domain. */
export function toProcedureError(error: unknown): TRPCError {
  const refusal = refusalOf(error);
  return new TRPCError({ code: CODE[refusal.kind], message: refusal.message, cause: refusal });
}

/** The client-visible part of an error. Errors that the domain did not raise reveal no details. */
export function problemOf(error: TRPCError, requestId: string | undefined): Problem {
  const { cause } = error;
  if (cause instanceof DomainError) {
    return {
      kind: cause.kind,
      detail: cause.message,
      code: cause.code,
      errors: cause.errors,
      blockers: cause.blockers,
      requestId,
    };
  }
  const malformed = error.code !== "INTERNAL_SERVER_ERROR";
  const kind = malformed ? "invalid_request" : "internal";
  const detail = malformed
    ? "The console sent a request that the server does not know; reload the page."
    : "Something went wrong on our side; retry, and send us the request id if it happens again.";
  return { kind, detail, code: kind, errors: undefined, blockers: undefined, requestId };
}
