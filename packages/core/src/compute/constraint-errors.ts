import { conflict, type DomainError, invalidField } from "../request/domain-error.ts";

export function vmNameTaken(): DomainError {
  return conflict("name_taken", "The workspace has another VM of this name; choose another name or delete that VM.");
}

export const computeConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  vm_name_unique: vmNameTaken,
  vm_group_name_unique: () =>
    conflict("name_taken", "The workspace has another VM group of this name; choose another name."),
  placement_group_name_unique: () =>
    conflict("name_taken", "The workspace has another placement group of this name; choose another name."),
  ssh_key_name_unique: () =>
    conflict("name_taken", "The workspace has another SSH key of this name; choose another name."),
  startup_script_name_unique: () =>
    conflict("name_taken", "The workspace has another startup script of this name; choose another name."),
  site_removed: () => invalidField("site_id", "is not a site of the catalog"),
};
