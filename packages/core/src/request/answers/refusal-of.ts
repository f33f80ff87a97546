import { isDatabaseUnavailable, isSerializationFailure, violatedConstraint } from "@fulmar/prisma";
import { DomainError } from "../domain-error.ts";

/** Refusals by the name of the database constraint that refused a write. */
export type ConstraintErrors = Readonly<Record<string, () => DomainError>>;

/** Converts any error to the refusal that the caller may see. */
export function refusalOf(error: unknown, constraintErrors: ConstraintErrors): DomainError {
  if (error instanceof DomainError) return error;
  const constraint = violatedConstraint(error);
  const refused = constraint === undefined ? undefined : constraintErrors[constraint]?.();
  if (refused !== undefined) return refused;
  if (isDatabaseUnavailable(error) || isSerializationFailure(error)) return databaseUnavailable(error);
  return new DomainError(
    "internal",
    "Something went wrong on our side; retry, and send us the request id if it happens again.",
    { cause: error },
  );
}

/** The refusal while the database is unreachable (503). The caller may retry. */
export function databaseUnavailable(cause: unknown): DomainError {
  return new DomainError("unavailable", "The service cannot reach its database right now; retry in a few seconds.", {
    retryAfterSeconds: 2,
    cause,
  });
}
