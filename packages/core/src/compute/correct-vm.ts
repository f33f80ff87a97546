import type { VmStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditMove } from "../kernel/audit-move.ts";
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
     UPDATE vm SET status = $3::vm_status, failed_operation_id = NULL, updated_at = now()
      WHERE vm_id = $1 AND status = $2::vm_status AND operation_id IS NULL AND coalesce(updated_at, created_at) = $4
     RETURNING workspace_id, vm_id
   )
   ${auditMove("moved", { actor: "reconcile-instances", action: "$6", resource: "vm_id", id: "$5" })}`,
);

/** What the audit log says of a VM that changed behind our back. */
const ACTIONS: Readonly<Partial<Record<VmStatus, string>>> = { error: "vm.instance_lost", stopped: "vm.instance_stopped", running: "vm.instance_started" };

/** Shows a VM as its provider has it, and reports that in the audit log; does nothing when the VM was changed in the meantime. */
export async function correctVm(sql: Sql, vm: SettledVm, status: VmStatus): Promise<void> {
  await sql.query(correct, [vm.vm_id, vm.status, status, vm.seen_at, newId("aud"), ACTIONS[status] ?? "vm.corrected"]);
}
