import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { Provider, RecoveryPort } from "@fulmar/providers";
import { NEWER_THAN_ALL } from "../request/identifiers.ts";
import { eachProvider, providerLanes } from "../work/each-provider.ts";
import { removeEnded, type Tombstone } from "../work/remove-ended.ts";
import { throwAll, workOn } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { imagesMadeOf } from "./recovery-refusals.ts";
import type { PointTable } from "./restore.saga.ts";

const PAGE = 200;

// A create that read the point before it was deleted still needs it, at its own site or to bring it to another. So do a
// copy of a backup that is being made and an image of either kind of point.
const beingMadeOf = (table: PointTable) => `EXISTS (
            SELECT FROM vm v JOIN operation o ON o.workspace_id = v.workspace_id AND o.operation_id = v.operation_id
             WHERE v.workspace_id = ${table}.workspace_id
               AND v.status IN ('pending', 'creating', 'provisioning', 'configuring')
               AND ${table}_id IN (o.input #>> '{backup,backup_id}', o.input #>> '{backup,brought,id}'))`;

const IN_USE: Readonly<Record<PointTable, string>> = {
  snapshot_set: beingMadeOf("snapshot_set"),
  backup: `(${beingMadeOf("backup")}
          OR EXISTS (SELECT FROM backup_copy c WHERE c.workspace_id = backup.workspace_id
                        AND c.backup_id = backup.backup_id AND c.status = 'waiting'))`,
};

function statementsOf(table: PointTable) {
  return {
    page: statement(
      `${table}_removal_page`,
      `SELECT ${table}_id AS id, vm_id FROM ${table}
        WHERE storage_backend = $storage_backend AND deleted_at IS NOT NULL
          AND ${table}_id < $before AND NOT ${IN_USE[table]}
          AND NOT EXISTS (SELECT FROM ${imagesMadeOf({ workspace: `${table}.workspace_id`, id: `${table}_id` })})
        ORDER BY ${table}_id DESC LIMIT ${PAGE}`,
    ),
    forget: statement(`${table}_forget`, `DELETE FROM ${table} WHERE ${table}_id = $id AND deleted_at IS NOT NULL`),
  };
}

const snapshots = statementsOf("snapshot_set");
const backups = statementsOf("backup");

type Removal = RowOf<"snapshot_set_removal_page" | "backup_removal_page">;

/**
 * Removes deleted or expired snapshots and backups: first at their provider, then their rows, so that a crash leaves no
 * copy behind.
 */
export const removeRecoveryPoints: Reconciler<WorkerServices> = {
  name: "remove-recovery-points",
  everyMs: 1_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const { sql } = services.database;
    const removeGone = async ({ recovery }: Provider, name: string) => {
      const errors = await removeAll(sql, name, snapshots, recovery.deleteSnapshot, signal);
      throwAll([...errors, ...(await removeAll(sql, name, backups, recovery.deleteBackup, signal))]);
    };
    await eachProvider(services, removeGone, signal, lane);
  },
};

/** @returns the errors */
async function removeAll(
  sql: Sql,
  provider: string,
  { page, forget }: ReturnType<typeof statementsOf>,
  remove: RecoveryPort["deleteSnapshot"],
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  const removeOne = async ({ id, vm_id }: Removal) => {
    await remove(vm_id, id, signal);
    await sql.query(forget, { id });
  };
  for (let before = NEWER_THAN_ALL, full = true; full; ) {
    const removals: Removal[] = await sql.query(page, { storage_backend: provider, before });
    // Newest first and one at a time, because a provider cannot remove a copy with dependents.
    errors.push(...(await workOn(removals, removeOne, signal, 1)));
    full = removals.length === PAGE;
    before = removals.at(-1)?.id ?? before;
  }
  return errors;
}

/** Removes the provider's copies of failed snapshots and backups, and the copies that restores keep while they run. */
export const removeLeftoverCopies: Reconciler<WorkerServices> = {
  name: "remove-leftover-copies",
  everyMs: 10_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const { sql } = services.database;
    const removeCopies = async ({ recovery }: Provider, provider: string) => {
      const find = async (ids: readonly string[]) =>
        (await recovery.findRecoveryPoints(ids, signal)).map(({ id }) => id);
      const by = (remove: typeof recovery.deleteSnapshot) => ({
        provider,
        find,
        remove: ({ resource_id, vm_id }: Tombstone, limited: AbortSignal) => remove(vm_id ?? "", resource_id, limited),
        // One at a time, because a provider cannot remove a copy with dependents.
        atOnce: 1,
      });
      const errors = await removeEnded(sql, { kind: "backup", ...by(recovery.deleteBackup) }, signal);
      throwAll([...errors, ...(await removeEnded(sql, { kind: "snapshot", ...by(recovery.deleteSnapshot) }, signal))]);
    };
    await eachProvider(services, removeCopies, signal, lane);
  },
};

// What a VM keeps stays until somebody deletes it: what has not succeeded is of no use.
const end = statement(
  "recovery_end",
  `WITH kept AS (
     UPDATE backup b SET expires_at = NULL FROM vm v
      WHERE b.workspace_id = $workspace_id::bigint AND b.vm_id = $vm_id AND b.deleted_at IS NULL
        AND b.status = 'succeeded' AND v.workspace_id = b.workspace_id AND v.vm_id = b.vm_id AND v.keep_backups
     RETURNING b.backup_id
   ), policies AS (
     UPDATE backup_policy
        SET enabled = false, next_run_at = NULL, start_at = NULL, wait_until = NULL, updated_at = now()
      WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id
   ), snapshots AS (
     UPDATE snapshot_set s
        SET outlives_vm = stays.it_does, updated_at = now(),
            deleted_at = CASE WHEN NOT stays.it_does THEN now() END
       FROM snapshot_set o
       JOIN vm v ON v.workspace_id = o.workspace_id AND v.vm_id = o.vm_id,
            LATERAL (SELECT o.status = 'succeeded' AND (o.outlives_vm OR v.keep_snapshots) AS it_does) AS stays
      WHERE o.workspace_id = $workspace_id::bigint AND o.vm_id = $vm_id AND o.deleted_at IS NULL
        AND s.workspace_id = o.workspace_id AND s.snapshot_set_id = o.snapshot_set_id
   )
   UPDATE backup SET deleted_at = now()
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND deleted_at IS NULL
      AND backup_id NOT IN (SELECT backup_id FROM kept)`,
);

/**
 * Deletes a VM's snapshots and backups in the transaction that makes the VM `deleted`, but for those that its deletion
 * keeps and the snapshots that outlive it anyway.
 */
export async function endRecovery(sql: Sql, workspaceId: bigint, vmId: string): Promise<void> {
  await sql.query(end, { workspace_id: workspaceId, vm_id: vmId });
}
