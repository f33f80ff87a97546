import { computeConstraintErrors } from "./compute/constraint-errors.ts";
import type { DomainError } from "./kernel/domain-error.ts";

/** What it means to a caller when a constraint of the database refuses a write, by the constraint's name. */
export const constraintErrors: Readonly<Record<string, () => DomainError>> = { ...computeConstraintErrors };
