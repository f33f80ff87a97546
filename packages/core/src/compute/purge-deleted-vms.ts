import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { WorkerServices } from "../work/worker-services.ts";

const BATCH = 500;

const purge = statement(
  "vm_purge",
  `DELETE FROM vm WHERE (workspace_id, vm_id) IN (
     SELECT workspace_id, vm_id FROM vm WHERE deleted_at < now() - interval '7 days' LIMIT $1)
   RETURNING 1`,
);

/** Forgets deleted VMs 7 days after their deletion (design: States). Their operations stay: they are the history. */
export const purgeDeletedVms: Reconciler<WorkerServices> = {
  name: "purge-deleted-vms",
  everyMs: 600_000,
  async run({ database }, signal) {
    for (let purged = BATCH; purged === BATCH && !signal.aborted; ) {
      purged = (await database.sql.query(purge, [BATCH])).length;
    }
  },
};
