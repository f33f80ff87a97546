import { conflict, type DomainError } from "../kernel/domain-error.ts";

export function storeNameTaken(): DomainError {
  return conflict("name_taken", "The workspace has another secret store of this name; choose another name.");
}

export const secretStoreConstraintErrors: Readonly<Record<string, () => DomainError>> = { secret_store_name_unique: storeNameTaken };
