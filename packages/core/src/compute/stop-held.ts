import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import { throwAll, workOn } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { givingWay, MAY_BE_STOPPED, PLACE, powerBySystem } from "./power-by-system.ts";

const due = statement(
  "held_vm_due",
  `SELECT ${PLACE}
     FROM vm v JOIN workspace w ON w.workspace_id = v.workspace_id
     JOIN organization o ON o.organization_id = w.organization_id
    WHERE v.held_at IS NOT NULL AND ${MAY_BE_STOPPED}
    ORDER BY v.vm_id LIMIT 100`,
);

// Holds the row: a release waits, or has come before.
const lock = statement("held_vm_lock", "SELECT vm_id FROM vm WHERE vm_id = $vm_id AND held_at IS NOT NULL FOR UPDATE");

/** Stops the VMs that operators hold. */
export const stopHeld: Reconciler<WorkerServices> = {
  name: "stop-held",
  everyMs: 2_000,
  async run({ database }, signal) {
    const stop = (vm: (typeof running)[number]) =>
      givingWay(database, async (sql) => {
        if ((await sql.maybe(lock, { vm_id: vm.vm_id })) !== undefined) await powerBySystem(sql, vm, "stop");
      });
    const running = await database.sql.query(due);
    throwAll(await workOn(running, stop, signal));
  },
};
