import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChainRule, expiredBackups, type LatestChain, nextBackup, type RetainedBackup } from "./backup-chain.ts";

const DAY_MS = 86_400_000;
const day = (days: number) => new Date(Date.UTC(2026, 10, 1) + days * DAY_MS);
const weekly: ChainRule = { full_backup_interval_days: 7, incremental_enabled: true };
const chain: LatestChain = { chain_id: "a", full_at: day(0), last_id: "c" };

describe("the next backup", () => {
  test.each<[string, ChainRule | null, LatestChain | null, Date, string]>([
    ["full without a policy", null, chain, day(1), "full"],
    ["full when nothing has succeeded", weekly, null, day(1), "full"],
    ["full when incremental backups are off", { ...weekly, incremental_enabled: false }, chain, day(1), "full"],
    ["incremental within the interval", weekly, chain, new Date(day(7).getTime() - 1), "incremental"],
    ["full when the interval has passed", weekly, chain, day(7), "full"],
  ])("is %s", (_, rule, latest, at, type) => {
    expect(nextBackup(rule, latest, at).type).toBe(type);
  });

  test("is based on the last backup of the chain when it is incremental", () => {
    expect(nextBackup(weekly, chain, day(1))).toEqual({ type: "incremental", chainId: "a", parentId: "c" });
  });
});

const full: RetainedBackup = {
  backup_id: "a",
  type: "full",
  parent_backup_id: null,
  status: "succeeded",
  expires_at: day(1),
  held: false,
};
const upon = (parent: string, backup_id: string, expires: number): RetainedBackup => ({
  ...full,
  backup_id,
  type: "incremental",
  parent_backup_id: parent,
  expires_at: day(expires),
});
const at = (days: number, keepNewest = false) => ({ now: day(days), keepNewest });

describe("expiredBackups", () => {
  test("removes a chain once its last backup has expired, newest first", () => {
    const backups = [full, upon("a", "b", 2), upon("b", "c", 3)];
    expect(expiredBackups(backups, at(2))).toEqual([]);
    expect(expiredBackups(backups, at(3))).toEqual(["c", "b", "a"]);
  });

  test("keeps the newest succeeded backup and its parents while the policy is enabled", () => {
    const failed: RetainedBackup = { ...full, backup_id: "d", status: "failed" };
    expect(expiredBackups([full, upon("a", "b", 2), { ...full, backup_id: "c" }, failed], at(9, true))).toEqual([
      "d",
      "b",
      "a",
    ]);
    expect(expiredBackups([full, upon("a", "b", 2), failed], at(9, true))).toEqual(["d"]);
  });

  test.each<[string, Partial<RetainedBackup>]>([
    ["runs", { status: "running", expires_at: null }],
    ["is being restored or made an image of", { held: true }],
    ["never expires", { expires_at: null }],
  ])("keeps a backup that %s, and its parents", (_, change) => {
    expect(expiredBackups([full, { ...upon("a", "b", 1), ...change }], at(9))).toEqual([]);
  });
});

/** A history of runs under a changing policy: the outcome of each, when it expires, and when retention was checked. */
const history = fc.array(
  fc.record({
    hours: fc.integer({ min: 1, max: 60 }),
    status: fc.constantFrom<RetainedBackup["status"][]>(
      "succeeded",
      "succeeded",
      "succeeded",
      "failed",
      "cancelled",
      "running",
    ),
    retentionDays: fc.integer({ min: 1, max: 10 }),
    interval: fc.integer({ min: 1, max: 10 }),
    incremental: fc.boolean(),
    enabled: fc.boolean(),
    held: fc.boolean(),
  }),
  { maxLength: 60 },
);

test("retention never removes a backup that another one needs or that must be kept", () => {
  fc.assert(
    fc.property(history, (runs) => {
      let kept: (RetainedBackup & { chain_id: string; at: Date })[] = [];
      let now = day(0);
      for (const [index, run] of runs.entries()) {
        now = new Date(now.getTime() + run.hours * 3_600_000);
        kept = kept.map((backup) =>
          backup.status === "running" ? { ...backup, status: "succeeded", expires_at: now } : backup,
        );
        kept.push(backupOf(kept, index, run, now));

        const expired = expiredBackups(kept, { now, keepNewest: run.enabled });
        const left = kept.filter((backup) => !expired.includes(backup.backup_id));
        const ids = new Set(left.map((backup) => backup.backup_id));
        for (const { parent_backup_id } of left)
          expect(parent_backup_id === null || ids.has(parent_backup_id)).toBe(true);
        for (const backup of kept.filter((one) => !ids.has(one.backup_id))) {
          expect(
            backup.expires_at !== null && backup.expires_at <= now && !backup.held && backup.status !== "running",
          ).toBe(true);
        }
        if (run.enabled && kept.some((backup) => backup.status === "succeeded"))
          expect(left.some((backup) => backup.status === "succeeded")).toBe(true);
        // Removal in this order is safe: no remaining backup is built upon a removed one.
        for (const [position, id] of expired.entries()) {
          const gone = new Set(expired.slice(0, position));
          expect(kept.some((backup) => backup.parent_backup_id === id && !gone.has(backup.backup_id))).toBe(false);
        }
        kept = left;
      }
    }),
  );
});

interface Run extends Pick<RetainedBackup, "status" | "held"> {
  readonly retentionDays: number;
  readonly interval: number;
  readonly incremental: boolean;
}

function backupOf(
  kept: readonly (RetainedBackup & { chain_id: string; at: Date })[],
  index: number,
  run: Run,
  now: Date,
) {
  const backup_id = `bkp_${String(index).padStart(4, "0")}`;
  const succeeded = kept.filter((backup) => backup.status === "succeeded");
  const newest = succeeded.findLast((backup) => backup.type === "full");
  const last = succeeded.findLast((backup) => backup.chain_id === newest?.chain_id);
  const latest =
    newest === undefined || last === undefined
      ? null
      : { chain_id: newest.chain_id, full_at: newest.at, last_id: last.backup_id };
  const next = nextBackup(
    { full_backup_interval_days: run.interval, incremental_enabled: run.incremental },
    latest,
    now,
  );
  const { status } = run;
  const built = status === "succeeded" || status === "running";
  return {
    backup_id,
    type: next.type,
    parent_backup_id: next.type === "incremental" && built ? next.parentId : null,
    chain_id: next.type === "incremental" ? next.chainId : backup_id,
    status,
    at: now,
    expires_at: status === "running" ? null : new Date(now.getTime() + run.retentionDays * DAY_MS),
    held: run.held && status === "succeeded",
  };
}
