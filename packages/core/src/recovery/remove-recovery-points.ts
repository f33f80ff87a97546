import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { Provider, RecoveryPort } from "@fulmar/providers";
import { eachProvider } from "../kernel/each-provider.ts";
import type { WorkerServices } from "../kernel/worker-services.ts";

const PAGE = 200;

interface Removal {
  id: string;
  vm_id: string;
}

function statementsOf(table: "snapshot_set" | "backup") {
  return {
    page: statement(
      `${table}_removal_page`,
      `SELECT ${table}_id AS id, vm_id FROM ${table} WHERE storage_backend = $1 AND deleted_at IS NOT NULL AND ($2::text IS NULL OR ${table}_id < $2)
        ORDER BY ${table}_id DESC LIMIT ${PAGE}`,
    ),
    forget: statement(`${table}_forget`, `DELETE FROM ${table} WHERE ${table}_id = $1 AND deleted_at IS NOT NULL`),
  };
}

const snapshots = statementsOf("snapshot_set");
const backups = statementsOf("backup");

/** Removes snapshots and backups that were deleted or have expired: at their provider first, then their rows, so that a crash loses none. */
export const removeRecoveryPoints: Reconciler<WorkerServices> = {
  name: "remove-recovery-points",
  everyMs: 1_000,
  async run(services, signal) {
    const { sql } = services.database;
    const faults: unknown[] = [];
    const removeGone = async ({ recovery }: Provider, name: string) => {
      faults.push(...(await removeAll(sql, name, snapshots, recovery.deleteSnapshot, signal)));
      // The newest first: a provider does not give up what others are built upon.
      faults.push(...(await removeAll(sql, name, backups, recovery.deleteBackup, signal)));
    };
    await eachProvider(services, removeGone, signal);
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} snapshots and backups could not be removed; they are tried again`);
  },
};

async function removeAll(
  sql: Sql,
  provider: string,
  { page, forget }: ReturnType<typeof statementsOf>,
  remove: RecoveryPort["deleteSnapshot"],
  signal: AbortSignal,
): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (let before: string | null = null, full = true; full; ) {
    const removals: Removal[] = await sql.query<Removal>(page, [provider, before]);
    for (const { id, vm_id } of removals) {
      signal.throwIfAborted();
      try {
        await remove(vm_id, id, signal);
        await sql.query(forget, [id]);
      } catch (error) {
        faults.push(error);
      }
    }
    full = removals.length === PAGE;
    before = removals.at(-1)?.id ?? before;
  }
  return faults;
}
