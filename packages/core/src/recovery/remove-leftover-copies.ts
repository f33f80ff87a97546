import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { RecoveryPoint, RecoveryPort } from "@fulmar/providers";
import { eachProvider } from "../kernel/each-provider.ts";
import { throwAll, workOn } from "../kernel/work-through.ts";
import type { WorkerServices } from "../kernel/worker-services.ts";

const PAGE = 1_000;

// A restore keeps what it overwrites under its operation's id for as long as it runs.
const rightful = statement(
  "recovery_rightful",
  `SELECT snapshot_set_id AS id FROM snapshot_set WHERE snapshot_set_id = ANY ($1::text[]) AND status IN ('queued', 'running', 'succeeded')
    UNION ALL SELECT backup_id FROM backup WHERE backup_id = ANY ($1::text[]) AND status IN ('queued', 'running', 'succeeded')
    UNION ALL SELECT operation_id FROM operation WHERE operation_id = ANY ($1::text[]) AND finished_at IS NULL`,
);

/** Removes copies from the providers that belong to no snapshot, no backup and no restore under way. An id is never used twice. */
export const removeLeftoverCopies: Reconciler<WorkerServices> = {
  name: "remove-leftover-copies",
  everyMs: 10_000,
  async run(services, signal) {
    await eachProvider(services, ({ recovery }) => removeLeftovers(services.database.sql, recovery, signal), signal);
  },
};

async function removeLeftovers(sql: Sql, port: RecoveryPort, signal: AbortSignal): Promise<void> {
  const leftovers: RecoveryPoint[] = [];
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const points = await port.listRecoveryPoints({ after, limit: PAGE }, signal);
    const known = new Set((await sql.query<{ id: string }>(rightful, [points.map((point) => point.id)])).map((row) => row.id));
    leftovers.push(...points.filter((point) => !known.has(point.id)));
    full = points.length === PAGE;
    after = points.at(-1)?.id ?? after;
  }
  const remove = ({ kind, vmId, id }: RecoveryPoint) => (kind === "snapshot" ? port.deleteSnapshot(vmId, id, signal) : port.deleteBackup(vmId, id, signal));
  // The newest first, one after another: others may be built upon the older ones.
  throwAll(await workOn(leftovers.toReversed(), remove, signal, 1));
}
