import { type Blocker, SECRET_REFUSALS } from "@fulmar/contract";
import { conflict, type DomainError } from "../request/domain-error.ts";

/** The refusal of every write in an archived store (409). */
export function storeArchived(): DomainError {
  return conflict("store_archived", SECRET_REFUSALS.store_archived);
}

/** The refusal of a change that expected another version of the secret (409). */
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

export function storeNameTaken(): DomainError {
  return conflict("name_taken", "The workspace has another secret store of this name; choose another name.");
}

/** @param blockers the secret that has the key, if known */
export function secretKeyTaken(blockers?: readonly Blocker[]): DomainError {
  return conflict(
    "key_taken",
    "The store has another secret of this key; choose another key, or delete that secret.",
    blockers,
  );
}

/** @param blockers the resources that use it, if known */
export function secretInUse(blockers?: readonly Blocker[]): DomainError {
  return conflict(
    "secret_in_use",
    "Resources use this secret or secrets of this store; give them other secrets, or delete them first.",
    blockers,
  );
}

export const secretStoreConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  secret_store_name_unique: storeNameTaken,
  secret_store_key_unique: storeNameTaken,
  secret_key_unique: () => secretKeyTaken(),
  secret_use_secret_fkey: () => secretInUse(),
};
