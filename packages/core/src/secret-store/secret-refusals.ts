import { SECRET_REFUSALS } from "@fulmar/contract";
import { conflict, type DomainError } from "../request/domain-error.ts";

/** The refusal of every write below a store that is archived (409; design: Secret store). */
export function storeArchived(): DomainError {
  return conflict("store_archived", SECRET_REFUSALS.store_archived);
}

/** The refusal of a change that was meant for another version of the secret (409). */
export function versionMismatch(present: number, expected: number): DomainError {
  return conflict(
    "version_mismatch",
    `The secret is at version ${present}, not ${expected}; read it again, then decide.`,
  );
}

export function secretDeleted(): DomainError {
  return conflict("secret_deleted", SECRET_REFUSALS.secret_deleted);
}

export function secretExpired(): DomainError {
  return conflict("secret_expired", SECRET_REFUSALS.secret_expired);
}

export function versionDisabled(version: number): DomainError {
  return conflict(
    "version_disabled",
    `Version ${version} of the secret is disabled; enable it, or ask for another version.`,
  );
}

export function versionDestroyed(version: number): DomainError {
  return conflict(
    "version_destroyed",
    `Version ${version} of the secret is destroyed for good; ask for another version, or give the secret a new value.`,
  );
}
