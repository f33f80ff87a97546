import { type Blocker, type VolumeAsked, volumeBusyRefusal, volumeRefusal } from "@fulmar/contract";
import { conflict, type DomainError } from "../request/domain-error.ts";
import type { LockedVolumeRow } from "./volumes.ts";

/** The refusal of a change while another operation holds the volume (409). */
export function volumeBusy({ status, operation_id }: LockedVolumeRow): DomainError {
  const snapshot = operation_id !== null && (status === "available" || status === "in-use");
  const { code, reason } = volumeBusyRefusal(
    snapshot ? "A snapshot of the volume is being taken" : `The volume is ${status}`,
  );
  return conflict(code, reason);
}

/** The refusal of a change because the volume is attached (409). @param remedy what the caller can do */
export function volumeAttached(remedy: string, blockers: readonly Blocker[]): DomainError {
  return conflict("volume_attached", `The volume is attached to a VM; ${remedy}.`, blockers);
}

/** @throws DomainError 409 when the volume's state does not allow the action, or an operation holds it */
export function refuseUnsettled(volume: LockedVolumeRow, action: VolumeAsked): void {
  const refusal = volumeRefusal(volume.status, action);
  if (refusal !== null) throw conflict(refusal.code, refusal.reason);
  if (volume.operation_id !== null) throw volumeBusy(volume);
}

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
