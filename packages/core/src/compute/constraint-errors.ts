import { conflict, type DomainError } from "../kernel/domain-error.ts";

export function vmNameTaken(): DomainError {
  return conflict("name_taken", "The workspace has another VM of this name; choose another name or delete that VM.");
}

export const computeConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  vm_name_unique: vmNameTaken,
};
