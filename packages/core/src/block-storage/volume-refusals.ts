import type { Blocker } from "@fulmar/contract";
import { conflict, type DomainError } from "../kernel/domain-error.ts";
import type { HeldVolumeRow } from "./volume-repository.ts";

/** The refusal of a change while another is under way on the volume (409). */
export function volumeBusy({ status, operation_id }: HeldVolumeRow): DomainError {
  const snapshot = operation_id !== null && (status === "available" || status === "in-use");
  const doing = snapshot ? "A snapshot of the volume is being taken" : `The volume is ${status}`;
  return conflict("volume_busy", `${doing}; wait until that has ended, then try again.`);
}

/** The refusal of a change that an attachment stands in the way of (409). @param remedy what to do about it */
export function volumeAttached(remedy: string, blockers: readonly Blocker[]): DomainError {
  return conflict("volume_attached", `The volume is attached to a VM; ${remedy}.`, blockers);
}

/** @throws DomainError 409 unless the volume is available or in use, and nothing is under way on it */
export function refuseUnsettled(volume: HeldVolumeRow): void {
  if (volume.status === "error") throw conflict("volume_in_error", "The volume is in error; delete it and create a new one.");
  if (volume.operation_id !== null) throw volumeBusy(volume);
}
