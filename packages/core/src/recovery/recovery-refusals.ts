import type { CaptureStatus } from "@fulmar/contract";
import { conflict, type DomainError } from "../request/domain-error.ts";

type Point = "snapshot" | "backup";

/** The refusal to delete an unfinished recovery point (409). */
export function beingTaken(point: Point): DomainError {
  return conflict(
    `${point}_in_progress`,
    `The ${point} is being taken; wait until that has ended, or cancel its operation, then try again.`,
  );
}

/** The refusal to delete a recovery point that is being restored (409). */
export function beingRestored(point: Point, operationId: string): DomainError {
  const blockers = [{ type: "operation", id: operationId, name: "restore" }];
  return conflict(
    `${point}_being_restored`,
    `The VM is being restored from the ${point}; wait until that has ended, then try again.`,
    blockers,
  );
}

/**
 * SQL: the images `g` that are being made of a recovery point.
 * @param point.workspace SQL of its workspace @param point.id SQL of its id
 */
export const imagesMadeOf = ({ workspace, id }: { readonly workspace: string; readonly id: string }) =>
  `vm_image g WHERE g.workspace_id = ${workspace} AND g.source_id = ${id} AND g.status = 'creating'`;

/** The refusal to delete a recovery point that an image is made of (409). */
export function becomingImage(
  point: Point,
  image: { readonly image_id: string; readonly image_name: string },
): DomainError {
  return conflict(
    "image_in_progress",
    `An image is being made of the ${point}; wait until that has ended, or cancel its operation, then try again.`,
    [{ type: "vm_image", id: image.image_id, name: image.image_name }],
  );
}

/** The refusal to let a snapshot end with a VM that has ended (409). */
export function outlivedItsVm(): DomainError {
  return conflict(
    "snapshot_kept",
    "The VM of the snapshot is deleted and the snapshot has outlived it; delete the snapshot when you no longer need it.",
  );
}

/** @throws DomainError 409 when the recovery point cannot be restored */
export function requireRestorable(point: Point, status: CaptureStatus): void {
  if (status === "succeeded") return;
  if (status === "queued" || status === "running") throw beingTaken(point);
  throw conflict(
    `${point}_not_succeeded`,
    `The ${point} did not succeed, so nothing can be restored from it; choose another one.`,
  );
}

export const recoveryConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  snapshot_set_name_unique: () =>
    conflict("name_taken", "The VM has another snapshot of this name; choose another name."),
  backup_destination_name_unique: () =>
    conflict("name_taken", "The workspace has another backup destination of this name; choose another name."),
};
