import type { VmStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";
import { auditMove } from "../work/audit-move.ts";
import { isAtHome } from "./in-vpc.ts";

/** A VM that no operation holds, as the database has it. */
export interface SettledVm {
  vm_id: string;
  status: VmStatus;
  /** When it was last written. */
  seen_at: Date;
  /** Its create failed: what its provider may have of it is on its way out. */
  ended: boolean;
  private_ip: string | null;
  /** It is in no VPC, and its provider knows: the address that it has is the provider's own. */
  at_home: boolean;
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

// What was told of the VM's network while its provider was asked is not undone.
const correctAddress = statement(
  "vm_correct_address",
  `UPDATE vm v SET private_ip = $2, updated_at = now() WHERE v.vm_id = $1 AND v.operation_id IS NULL AND coalesce(v.updated_at, v.created_at) = $3 AND ${isAtHome("v")}`,
);

/**
 * Shows the address that the provider gave a VM that is in no VPC; does nothing when the VM was changed in the
 * meantime.
 */
export async function correctVmAddress(sql: Sql, vm: SettledVm, privateIp: string): Promise<void> {
  await sql.query(correctAddress, [vm.vm_id, privateIp, vm.seen_at]);
}

/** What the audit log says of a VM that changed behind our back. */
const ACTIONS: Readonly<Partial<Record<VmStatus, string>>> = {
  error: "vm.instance_lost",
  stopped: "vm.instance_stopped",
  running: "vm.instance_started",
};

/**
 * Shows a VM as its provider has it, and reports that in the audit log; does nothing when the VM was changed in the
 * meantime.
 */
export async function correctVm(sql: Sql, vm: SettledVm, status: VmStatus): Promise<void> {
  await sql.query(correct, [vm.vm_id, vm.status, status, vm.seen_at, newId("aud"), ACTIONS[status] ?? "vm.corrected"]);
}
