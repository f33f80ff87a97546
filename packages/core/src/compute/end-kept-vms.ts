import type { VmType } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { RequestContext } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import { auditMove } from "../work/audit-move.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import type { EndWithVm } from "./delete-vm.ts";
import { refuseNotKept } from "./restore-vm.ts";
import type { VmInput } from "./vm-guards.ts";

// From here on the site may remove the instance: a trigger writes its tombstone.
const END =
  "restorable_until = NULL, kept_links = NULL, deleted_at = now(), updated_at = now(), ssh_keys = '{}', user_data = " +
  "NULL, sealed_user_data = NULL";

const purge = statement(
  "vm_purge_kept",
  `UPDATE vm SET ${END}
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND type = $type::vm_type
      AND restorable_until IS NOT NULL AND operation_id IS NULL RETURNING 1`,
);

/** Deletes a VM for good that its workspace keeps. @throws DomainError 404, 409 */
export function purgeVm(endWithVm: EndWithVm) {
  return async (context: RequestContext, type: VmType, { vm_id }: VmInput<"purge">) => {
    const { sql, workspace } = context;
    const purged = await sql.query(purge, { workspace_id: workspace.id, vm_id, type });
    if (purged.length === 0) return refuseNotKept(context, type, vm_id);
    await endWithVm(sql, workspace.id, vm_id);
    return { status: "purged" as const, id: vm_id };
  };
}

const due = statement(
  "vm_kept_due",
  `SELECT workspace_id, vm_id FROM vm WHERE restorable_until <= now() AND operation_id IS NULL ORDER BY restorable_until
    LIMIT 100`,
);

const expire = statement(
  "vm_expire_kept",
  `WITH moved AS (
     UPDATE vm SET ${END}
      WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND restorable_until <= now()
        AND operation_id IS NULL
     RETURNING workspace_id, vm_id
   )
   ${auditMove("moved", { actor: "end-kept-vms", action: "'vm.expire'", resource: "vm_id" })}
   RETURNING 1`,
);

/** Deletes VMs for good whose window has ended. Their sites then remove the instances by their tombstones. */
export const endKeptVms = (endWithVm: EndWithVm): Reconciler<WorkerServices> => ({
  name: "end-kept-vms",
  everyMs: 10_000,
  async run({ database }, signal) {
    for (const { workspace_id, vm_id } of await database.sql.query(due)) {
      signal.throwIfAborted();
      await database.transaction(async ({ sql }) => {
        const ended = await sql.query(expire, { workspace_id, vm_id, audit_event_id: newId("aud") });
        if (ended.length > 0) await endWithVm(sql, workspace_id, vm_id);
      });
    }
  },
});
