import type { BackupType } from "@fulmar/contract";

const DAY_MS = 86_400_000;

/** The part of a policy that decides when chains begin. */
export interface ChainRule {
  readonly full_backup_interval_days: number;
  readonly incremental_enabled: boolean;
}

/** The newest successful full backup, and the last successful backup of its chain, which may be the full one. */
export interface LatestChain {
  readonly chain_id: string;
  /** The scheduled time of the full backup. */
  readonly full_at: Date;
  readonly last_id: string;
}

/** The type of a new backup. A full one begins a new chain. */
export type NextBackup =
  | { readonly type: "full" }
  | { readonly type: "incremental"; readonly chainId: string; readonly parentId: string };

/**
 * A backup is full if incremental ones are off, or if no full one has succeeded within the interval. Otherwise it is
 * built upon the last successful backup of the chain. Without a rule (a VM without a policy) it is full.
 * @param at the scheduled time of the backup, so that a late run does not move the next full one
 */
export function nextBackup(rule: ChainRule | null, latest: LatestChain | null, at: Date): NextBackup {
  if (rule === null || latest === null || !rule.incremental_enabled) return { type: "full" };
  const ageMs = at.getTime() - latest.full_at.getTime();
  return ageMs < rule.full_backup_interval_days * DAY_MS ? incrementalUpon(latest) : { type: "full" };
}

/** The next backup of a chain, built upon its last successful one. */
export function incrementalUpon({ chain_id, last_id }: LatestChain): NextBackup {
  return { type: "incremental", chainId: chain_id, parentId: last_id };
}

/** The columns of a backup that retention needs. */
export interface RetainedBackup {
  readonly backup_id: string;
  readonly type: BackupType;
  readonly parent_backup_id: string | null;
  readonly status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  readonly expires_at: Date | null;
  /** True while it is being restored, or an image is being made of it. */
  readonly held: boolean;
}

/**
 * The expired backups of a VM, newest first, so that none is removed before those built upon it. A backup past its
 * retention stays while it runs, is held, or is the parent of a backup that stays.
 * @param keepNewest true if the policy is enabled: the newest successful backup then stays at any age
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
    // A parent is older than its child, so it comes later in this order.
    else if (backup.parent_backup_id !== null) needed.add(backup.parent_backup_id);
  }
  return expired;
}

function hasExpired({ status, expires_at, held }: RetainedBackup, now: Date): boolean {
  if (held || status === "queued" || status === "running") return false;
  return expires_at !== null && expires_at <= now;
}
