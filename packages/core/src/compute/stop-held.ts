import type { Reconciler } from "@fulmar/engine";
import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { DomainError } from "../request/domain-error.ts";
import { throwAll, workOn } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { changeVm } from "./change-vm.ts";
import { vmStopSaga } from "./power-vm.ts";

const due = statement(
  "held_vm_due",
  `SELECT v.vm_id, v.type::text, w.workspace_id, w.name AS workspace_name, o.organization_id,
          o.name AS organization_name
     FROM vm v JOIN workspace w ON w.workspace_id = v.workspace_id
     JOIN organization o ON o.organization_id = w.organization_id
    WHERE v.held_at IS NOT NULL AND v.status = 'running' AND v.operation_id IS NULL
      AND NOT EXISTS (SELECT FROM operation p
                       WHERE p.workspace_id = v.workspace_id AND p.resource_id = v.vm_id AND p.action = 'stop'
                         AND p.status IN ('failed', 'timed_out') AND p.finished_at > now() - interval '10 minutes')
    ORDER BY v.vm_id LIMIT 100`,
);

// Holds the row: a release waits, or has come before.
const lock = statement("held_vm_lock", "SELECT vm_id FROM vm WHERE vm_id = $vm_id AND held_at IS NOT NULL FOR UPDATE");

type Running = RowOf<typeof due>;

/**
 * Stops the VMs that operators hold. One that an operation holds is stopped by a later run, and one that could not be
 * stopped is tried again after ten minutes.
 */
export const stopHeld: Reconciler<WorkerServices> = {
  name: "stop-held",
  everyMs: 2_000,
  async run({ database }, signal) {
    throwAll(await workOn(await database.sql.query(due), (vm) => stop(database, vm), signal));
  },
};

async function stop(database: Database, vm: Running): Promise<void> {
  try {
    await database.transaction(async ({ sql }) => {
      const { type, vm_id } = vm;
      if ((await sql.maybe(lock, { vm_id })) === undefined) return;
      const workspace = {
        id: vm.workspace_id,
        name: vm.workspace_name,
        organizationId: vm.organization_id,
        organizationName: vm.organization_name,
      };
      const how = { meanwhile: "stopping", saga: vmStopSaga, input: { force: false } } as const;
      await changeVm({ sql, workspace }, { type, vm_id, action: "stop", ...how });
    });
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
  }
}
