import { conflict, type DomainError } from "../request/domain-error.ts";

export function volumeNameTaken(): DomainError {
  return conflict(
    "name_taken",
    "The workspace has another volume of this name; choose another name or delete that volume.",
  );
}

export const blockStorageConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  volume_name_unique: volumeNameTaken,
  volume_snapshot_name_unique: () =>
    conflict(
      "name_taken",
      "The volume has another snapshot of this name; choose another name or delete that snapshot.",
    ),
};
