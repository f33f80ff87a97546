import type { VmStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "../kernel/identifiers.ts";

/** A VM that no operation holds, as the database has it. */
export interface SettledVm {
  vm_id: string;
  status: VmStatus;
  /** When it was last written. */
  seen_at: Date;
  /** It ran once; a VM whose create failed never did. */
  was_created: boolean;
}

// `seen_at`: the VM has not been written since it was compared with the inventory, so the comparison still holds.
const correct = statement(
  "vm_correct",
  `WITH moved AS (
     UPDATE vm v SET status = $3::vm_status, failed_operation_id = NULL, updated_at = now() FROM workspace w
      WHERE v.vm_id = $1 AND v.status = $2::vm_status AND v.operation_id IS NULL AND coalesce(v.updated_at, v.created_at) = $4
        AND w.workspace_id = v.workspace_id
     RETURNING v.workspace_id, w.organization_id, v.vm_id
   )
   INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, result)
   SELECT $5, organization_id, workspace_id, 'system', 'reconcile-instances', 'Fulmar', $6, vm_id, $5, 200 FROM moved`,
);

/** What the audit log says of a VM that changed behind our back. */
const ACTIONS: Readonly<Partial<Record<VmStatus, string>>> = { error: "vm.instance_lost", stopped: "vm.instance_stopped", running: "vm.instance_started" };

/** Shows a VM as its provider has it, and reports that in the audit log; does nothing when the VM was changed in the meantime. */
export async function correctVm(sql: Sql, vm: SettledVm, status: VmStatus): Promise<void> {
  await sql.query(correct, [vm.vm_id, vm.status, status, vm.seen_at, newId("aud"), ACTIONS[status] ?? "vm.corrected"]);
}
