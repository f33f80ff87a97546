import { conflict, type DomainError } from "../request/domain-error.ts";

export const recoveryConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  snapshot_set_name_unique: () =>
    conflict("name_taken", "The VM has another snapshot of this name; choose another name."),
};
