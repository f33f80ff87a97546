import type { Blocker } from "@fulmar/contract";
import { conflict, type DomainError } from "../request/domain-error.ts";

export function storeNameTaken(): DomainError {
  return conflict("name_taken", "The workspace has another secret store of this name; choose another name.");
}

/** @param blockers the secret that has the key, where it is known */
export function secretKeyTaken(blockers?: readonly Blocker[]): DomainError {
  return conflict(
    "key_taken",
    "The store has another secret of this key; choose another key, or delete that secret.",
    blockers,
  );
}

/** @param blockers the resources that use it, where they are known */
export function secretInUse(blockers?: readonly Blocker[]): DomainError {
  return conflict(
    "secret_in_use",
    "Resources read their secret from here; give them another one first, or delete them.",
    blockers,
  );
}

export const secretStoreConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  secret_store_name_unique: storeNameTaken,
  secret_store_key_unique: storeNameTaken,
  secret_key_unique: () => secretKeyTaken(),
  secret_use_secret_fkey: () => secretInUse(),
};
