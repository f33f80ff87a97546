import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { Provider } from "@fulmar/providers";
import { eachProvider, providerLanes } from "../work/each-provider.ts";
import { throwAll, workOn } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/** Longer than any operation takes, so no rebuild can still be undone. */
const KEPT_MS = 3_600_000;

const known = statement("replaced_known", "SELECT vm_id FROM vm WHERE vm_id = ANY ($vm_ids::text[])");

/**
 * Deletes disks that rebuilds have replaced, after the time in which a rebuild can be undone. Disks of VMs that are not
 * in the database stay.
 */
export const discardReplacedDisks: Reconciler<WorkerServices> = {
  name: "discard-replaced-disks",
  everyMs: 600_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    await eachProvider(services, ({ compute }) => discardKnown(services.database.sql, compute, signal), signal, lane);
  },
};

async function discardKnown(sql: Sql, compute: Provider["compute"], signal: AbortSignal): Promise<void> {
  const replaced = await compute.listReplaced(KEPT_MS, signal);
  if (replaced.length === 0) return;
  const vms = await sql.query(known, { vm_ids: replaced });
  throwAll(await workOn(vms, ({ vm_id }) => compute.discardReplaced(vm_id, KEPT_MS, signal), signal));
}
