import { createHash } from "node:crypto";
import type { BackupPolicySchedule } from "@fulmar/contract";
import { nextBackupRun } from "./next-backup-run.ts";

const MINUTE_MS = 60_000;

/**
 * A run of a policy: the time of its schedule, and the time in the window after it at which this VM's backup begins.
 */
interface Slot {
  readonly at: Date;
  readonly startAt: Date;
}

/** The first slot of a schedule after a given time. */
export function slotAfter(schedule: BackupPolicySchedule, vmId: string, after: Date): Slot {
  const at = nextBackupRun(schedule, after);
  return { at, startAt: new Date(at.getTime() + shareOf(vmId) * spreadMs(schedule, at)) };
}

/**
 * The slot after one that was run or given up. A slot whose whole window has passed is skipped. If the present slot is
 * that late itself, because no worker was running, it runs once in place of all missed slots.
 * @param waited true if the VM was busy at its time
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
 * The end of retries of a run whose VM is busy: the end of its window, or if that has passed, a window's length from
 * now.
 */
export function waitUntil({ window_minutes }: BackupPolicySchedule, at: Date, now: Date): Date {
  const windowMs = window_minutes * MINUTE_MS;
  const end = new Date(at.getTime() + windowMs);
  return end > now ? end : new Date(now.getTime() + windowMs);
}

/** The length of the window, at most the time between two slots. */
function spreadMs(schedule: BackupPolicySchedule, at: Date): number {
  return Math.min(schedule.window_minutes * MINUTE_MS, nextBackupRun(schedule, at).getTime() - at.getTime());
}

/** The VM's fixed position in a window, from 0 to below 1. Evenly distributed over all VMs. */
function shareOf(vmId: string): number {
  return createHash("sha256").update(vmId).digest().readUIntBE(0, 6) / 2 ** 48;
}
