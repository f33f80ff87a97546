import type { BackupType } from "@fulmar/contract";

const DAY_MS = 86_400_000;

/** How a policy has chains begin. */
export interface ChainRule {
  readonly full_backup_interval_days: number;
  readonly incremental_enabled: boolean;
}

/** The newest full backup that has succeeded, and the last of what has succeeded upon it: itself, where nothing has. */
export interface LatestChain {
  readonly chain_id: string;
  /** The time that the full backup was for. */
  readonly full_at: Date;
  readonly last_id: string;
}

/** What a new backup is; a full one begins a chain of its own. */
export type NextBackup =
  | { readonly type: "full" }
  | { readonly type: "incremental"; readonly chainId: string; readonly parentId: string };

/**
 * A backup is full when incremental ones are off, or when no full one has succeeded within the interval; otherwise it
 * is built upon the last that has succeeded of the chain. Without a rule (a VM without a policy) it is full.
 * @param at the time that the backup is for, so that a run which begins late does not move the next full one
 */
export function nextBackup(rule: ChainRule | null, latest: LatestChain | null, at: Date): NextBackup {
  if (rule === null || latest === null || !rule.incremental_enabled) return { type: "full" };
  const ageMs = at.getTime() - latest.full_at.getTime();
  return ageMs < rule.full_backup_interval_days * DAY_MS ? incrementalUpon(latest) : { type: "full" };
}

/** The next link of a chain: what is built upon the last that has succeeded. */
export function incrementalUpon({ chain_id, last_id }: LatestChain): NextBackup {
  return { type: "incremental", chainId: chain_id, parentId: last_id };
}

/** A backup as retention sees it. */
export interface RetainedBackup {
  readonly backup_id: string;
  readonly type: BackupType;
  readonly parent_backup_id: string | null;
  readonly status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  readonly expires_at: Date | null;
  /** It is being restored. */
  readonly restoring: boolean;
}

/**
 * The backups of a VM that nobody needs any more, newest first, so that none is removed before what is built upon it. A
 * backup whose time has come stays while a later one that stays is built upon it, and while it runs or is being
 * restored.
 * @param keepNewest the newest that has succeeded stays whatever its age: the policy is enabled
 */
export function expiredBackups(
  backups: readonly RetainedBackup[],
  { now, keepNewest }: { readonly now: Date; readonly keepNewest: boolean },
): string[] {
  const newestFirst = backups.toSorted((one, other) => (one.backup_id < other.backup_id ? 1 : -1));
  const newest = keepNewest ? newestFirst.find((backup) => backup.status === "succeeded")?.backup_id : undefined;
  const needed = new Set<string>();
  const expired: string[] = [];
  for (const backup of newestFirst) {
    const stays = needed.has(backup.backup_id) || backup.backup_id === newest || !hasExpired(backup, now);
    if (!stays) expired.push(backup.backup_id);
    // A parent is older than what is built upon it, so it comes later here.
    else if (backup.parent_backup_id !== null) needed.add(backup.parent_backup_id);
  }
  return expired;
}

function hasExpired({ status, expires_at, restoring }: RetainedBackup, now: Date): boolean {
  if (restoring || status === "queued" || status === "running") return false;
  return expires_at !== null && expires_at <= now;
}
