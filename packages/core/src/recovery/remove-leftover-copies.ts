import type { Reconciler } from "@fulmar/engine";
import type { Provider } from "@fulmar/providers";
import { eachProvider } from "../work/each-provider.ts";
import { removeEnded, type Tombstone } from "../work/remove-ended.ts";
import { throwAll } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/**
 * Removes from the providers the copies of snapshots and backups that failed, and what restores kept while they ran.
 */
export const removeLeftoverCopies: Reconciler<WorkerServices> = {
  name: "remove-leftover-copies",
  everyMs: 10_000,
  async run(services, signal) {
    const { sql } = services.database;
    const removeAll = async ({ recovery }: Provider, provider: string) => {
      const find = async (ids: readonly string[]) =>
        (await recovery.findRecoveryPoints(ids, signal)).map(({ id }) => id);
      const by = (remove: typeof recovery.deleteSnapshot) => ({
        provider,
        find,
        remove: ({ resource_id, vm_id }: Tombstone, limited: AbortSignal) => remove(vm_id ?? "", resource_id, limited),
        // One after another: a provider does not give up what others are built upon.
        atOnce: 1,
      });
      const errors = await removeEnded(sql, { kind: "backup", ...by(recovery.deleteBackup) }, signal);
      throwAll([...errors, ...(await removeEnded(sql, { kind: "snapshot", ...by(recovery.deleteSnapshot) }, signal))]);
    };
    await eachProvider(services, removeAll, signal);
  },
};
