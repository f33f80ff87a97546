import { createHash } from "node:crypto";
import type { BackupPolicySchedule } from "@fulmar/contract";
import { nextBackupRun } from "./next-backup-run.ts";

const MINUTE_MS = 60_000;

/** When a policy runs next: the time of its schedule, and the moment in the window after it at which this VM begins. */
interface Slot {
  readonly at: Date;
  readonly startAt: Date;
}

/** The first slot of a schedule after a moment. */
export function slotAfter(schedule: BackupPolicySchedule, vmId: string, after: Date): Slot {
  const at = nextBackupRun(schedule, after);
  return { at, startAt: new Date(at.getTime() + shareOf(vmId) * spreadMs(schedule, at)) };
}

/**
 * The slot that follows one that was run, or given up. A slot whose whole window has passed is skipped. Where the
 * present slot is so late itself, because no worker was there, it is run in place of all that have passed meanwhile.
 * @param waited the VM was busy when its time came
 */
export function slotFollowing(
  schedule: BackupPolicySchedule,
  vmId: string,
  present: { readonly at: Date; readonly waited: boolean },
  now: Date,
): Slot {
  const windowMs = schedule.window_minutes * MINUTE_MS;
  const missed = !present.waited && now.getTime() >= present.at.getTime() + windowMs;
  const after = missed ? now.getTime() : Math.max(present.at.getTime(), now.getTime() - windowMs);
  return slotAfter(schedule, vmId, new Date(after));
}

/**
 * Until when a run that finds its VM busy goes on trying: to the end of its window, or for as long again when that has
 * passed already.
 */
export function waitUntil({ window_minutes }: BackupPolicySchedule, at: Date, now: Date): Date {
  const windowMs = window_minutes * MINUTE_MS;
  const end = new Date(at.getTime() + windowMs);
  return end > now ? end : new Date(now.getTime() + windowMs);
}

/** Windows that are longer than the time between two slots are spread over that time. */
function spreadMs(schedule: BackupPolicySchedule, at: Date): number {
  return Math.min(schedule.window_minutes * MINUTE_MS, nextBackupRun(schedule, at).getTime() - at.getTime());
}

/** Where in a window a VM begins, from 0 to below 1: always the same for one VM, and spread evenly over all of them. */
function shareOf(vmId: string): number {
  return createHash("sha256").update(vmId).digest().readUIntBE(0, 6) / 2 ** 48;
}
