import type { VmType } from "@fulmar/contract";
import { type Query, queryOf, type RowOf, statement } from "@fulmar/prisma";
import type { Workspace } from "../request/caller.ts";
import { notFound } from "../request/domain-error.ts";
import { vmNoun } from "./refuse-vm-change.ts";

const hold = statement(
  "vm_hold",
  `SELECT name, status::text, operation_id, disk_gb, rescue_enabled, tags FROM vm
    WHERE workspace_id = $1::bigint AND vm_id = $2 AND type = $3::vm_type FOR NO KEY UPDATE`,
);

/** A VM that stays as it is until the transaction ends. */
export type HeldVm = RowOf<typeof hold>;

/** Holds a VM, for a change that depends on what the VM is. */
export function holdQuery(workspace: Workspace, type: VmType, vmId: string): Query<"vm_hold"> {
  return queryOf(hold, [workspace.id, vmId, type]);
}

/** @param vm what `holdQuery` answered @throws DomainError 404 when there was none to hold */
export function requireHeld(type: VmType, vm: HeldVm | undefined): HeldVm {
  if (vm === undefined) throw notFound(vmNoun(type));
  return vm;
}
