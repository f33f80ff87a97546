import type { Blocker } from "@fulmar/contract";
import { conflict, type DomainError } from "../kernel/domain-error.ts";
import type { VolumeRow } from "./volume-repository.ts";

/** The refusal of a change for which the volume's state is wrong (409). */
export function volumeBusy({ status }: VolumeRow): DomainError {
  return conflict("volume_busy", `The volume is ${status}; wait until that has ended, then try again.`);
}

/** The refusal of a change that an attachment stands in the way of (409). @param remedy what to do about it */
export function volumeAttached(remedy: string, blockers: readonly Blocker[]): DomainError {
  return conflict("volume_attached", `The volume is attached to a VM; ${remedy}.`, blockers);
}
