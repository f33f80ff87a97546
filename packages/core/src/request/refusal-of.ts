import { constraintErrors } from "../constraint-errors.ts";
import {
  databaseUnavailable,
  isDatabaseUnavailable,
  isSerializationFailure,
  violatedConstraint,
} from "./database-error.ts";
import { DomainError } from "./domain-error.ts";

/** Turns what went wrong into what may be said of it. */
export function refusalOf(error: unknown): DomainError {
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
