import type { Reconciler } from "@fulmar/engine";
import { type Database, type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { Workspace } from "../request/caller.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { inTurn } from "../work/fair-share.ts";
import { throwAll, workOn } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { acceptBackup, readBackupBasis, ruledBy } from "./accept-backup.ts";
import { scheduleOf } from "./backup-policy.ts";
import { slotFollowing, waitUntil } from "./backup-slot.ts";
import { lockBackupsOf } from "./backups.ts";

const BATCH = 500;
/** The pause between tries of a run whose VM is busy. */
const RETRY_MS = 5_000;
/** The pause after a run failed to begin because of an internal error. */
const FAULT_PAUSE_MS = 30_000;

const due = statement(
  "backup_policy_due",
  `SELECT p.policy_id, p.vm_id, v.type::text, p.frequency::text, p.timezone, p.hour, p.minute, p.day_of_week,
          p.window_minutes, p.next_run_at, p.wait_until,
          now() AS now, EXISTS (SELECT FROM wallet s
                                 WHERE s.organization_id = o.organization_id
                                   AND s.suspended_at IS NOT NULL) AS suspended, w.workspace_id,
          w.name AS workspace_name, o.organization_id, o.name AS organization_name
     FROM backup_policy p
     JOIN vm v ON v.workspace_id = p.workspace_id AND v.vm_id = p.vm_id
     JOIN workspace w ON w.workspace_id = p.workspace_id
     JOIN organization o ON o.organization_id = w.organization_id
    WHERE p.enabled AND p.start_at <= now() ORDER BY ${inTurn("o.organization_id", "p.start_at")} LIMIT ${BATCH}`,
  // A policy with a start time has a next run.
  { present: ["next_run_at"] },
);

// Zero rows: the slot has run already, or the schedule has changed.
const take = statement(
  "backup_policy_take_slot",
  `UPDATE backup_policy SET next_run_at = $next_run_at, start_at = $start_at, wait_until = NULL
    WHERE workspace_id = $workspace_id::bigint AND policy_id = $policy_id AND enabled AND next_run_at = $at
RETURNING policy_id`,
);

const postpone = statement(
  "backup_policy_postpone",
  `UPDATE backup_policy
      SET start_at = now() + $ms::int * interval '1 millisecond', wait_until = coalesce($until::timestamptz, wait_until)
    WHERE workspace_id = $workspace_id::bigint AND policy_id = $policy_id AND enabled AND next_run_at = $next_run_at`,
);

const insertMissed = statement(
  "backup_insert_missed",
  `WITH policy AS (
     UPDATE backup_policy SET last_run_at = now(), last_status = 'failed'
      WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id
     RETURNING policy_id, retention_days
   )
   INSERT INTO backup (backup_id, workspace_id, vm_id, policy_id, type, chain_id, status, trigger, scheduled_for,
                       source_disk_size_gb, storage_backend,
                       error_code, error_message, finished_at, expires_at)
   SELECT $backup_id, $workspace_id::bigint, $vm_id, policy_id, $type::backup_type, $chain_id, 'failed', 'schedule',
          $scheduled_for::timestamptz, $source_disk_size_gb::int, $storage_backend, $error_code, $error_message,
          now(), now() + retention_days * interval '24 hours' FROM policy`,
);

type DuePolicy = RowOf<typeof due>;

/**
 * Runs due backups. The transaction that accepts a backup takes its slot from the policy, and slots are also unique
 * among backups, so that several workers run a slot once. While another operation holds the VM, the run waits within
 * its window.
 */
export const runDueBackups: Reconciler<WorkerServices> = {
  name: "run-due-backups",
  everyMs: 1_000,
  async run({ database }, signal) {
    const policies = await database.sql.query(due);
    const run = async (policy: DuePolicy) => {
      try {
        await runSlot(database, policy);
      } catch (error) {
        await tryLater(database.sql, policy, FAULT_PAUSE_MS, null);
        throw error;
      }
    };
    throwAll(await workOn(policies, run, signal));
  },
};

async function runSlot(database: Database, policy: DuePolicy): Promise<void> {
  try {
    if (policy.suspended === true)
      throw conflict("account_suspended", "The organization was suspended, so no backup was made.");
    await takeSlot(database, policy, async (sql) => {
      const request = { type: policy.type, vm_id: policy.vm_id, backupType: undefined, slot: policy.next_run_at };
      await acceptBackup({ sql, workspace: workspaceOf(policy) }, request);
    });
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
    await waitOrGiveUp(database, policy, error);
  }
}

/** Retries a VM that cannot be backed up now until the window has passed. Then the backup is recorded as failed. */
async function waitOrGiveUp(database: Database, policy: DuePolicy, refusal: DomainError): Promise<void> {
  const until = policy.wait_until ?? waitUntil(policy, policy.next_run_at, policy.now);
  if (until > policy.now) {
    await tryLater(database.sql, policy, Math.min(RETRY_MS, until.getTime() - policy.now.getTime()), until);
    return;
  }
  await takeSlot(database, policy, (sql) => recordMissedBackup(sql, policy, refusal));
}

/**
 * Moves the policy on to its next slot, in one transaction with the use of this one. Does nothing if another worker has
 * taken the slot.
 */
async function takeSlot(database: Database, policy: DuePolicy, use: (sql: Sql) => Promise<void>): Promise<void> {
  const { workspace_id, policy_id, vm_id, next_run_at: at, wait_until, now } = policy;
  const next = slotFollowing(scheduleOf(policy), vm_id, { at, waited: wait_until !== null }, now);
  await database.transaction(async ({ sql }) => {
    await lockBackupsOf(sql, workspace_id, vm_id);
    const taken = await sql.maybe(take, { workspace_id, policy_id, at, next_run_at: next.at, start_at: next.startAt });
    if (taken !== undefined) await use(sql);
  });
}

async function tryLater(
  sql: Sql,
  { workspace_id, policy_id, next_run_at }: DuePolicy,
  ms: number,
  until: Date | null,
): Promise<void> {
  await sql.query(postpone, { workspace_id, policy_id, next_run_at, ms, until });
}

function workspaceOf({ workspace_id, workspace_name, organization_id, organization_name }: DuePolicy): Workspace {
  return {
    id: workspace_id,
    name: workspace_name,
    organizationId: organization_id,
    organizationName: organization_name,
  };
}

/**
 * Records a scheduled backup that never began as failed, in the transaction that takes its slot.
 * @param refusal of the last try
 */
async function recordMissedBackup(
  sql: Sql,
  { workspace_id, vm_id, next_run_at }: DuePolicy,
  refusal: DomainError,
): Promise<void> {
  const basis = await readBackupBasis(sql, workspace_id, vm_id);
  const next = ruledBy(basis, next_run_at);
  const backup_id = newId("bkp");
  await sql.query(insertMissed, {
    backup_id,
    workspace_id,
    vm_id,
    type: next.type,
    chain_id: next.type === "full" ? backup_id : next.chainId,
    scheduled_for: next_run_at,
    source_disk_size_gb: basis.disk_gb,
    storage_backend: basis.provider,
    ...reasonOf(refusal),
  });
}

function reasonOf({ code, message }: DomainError) {
  if (code !== "operation_in_progress") return { error_code: code, error_message: message };
  return {
    error_code: "backup_window_passed",
    error_message:
      "Other operations held the VM until the backup window had passed; run a backup now, or widen the window.",
  };
}
