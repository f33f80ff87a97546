import { type Blocker, type VmAction, type VmStatus, type VmType, vmRefusal } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import type { VolumeHolders } from "../block-storage/index.ts";
import type { InWorkspace } from "../request/context.ts";
import { conflict, mayPass } from "../request/domain-error.ts";
import { vmHeld } from "./vm-guards.ts";

const lock = statement(
  "attachment_vm_lock",
  `SELECT vm_id, type || '_vm' AS kind, name, status::text, site_id, operation_id FROM vm
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND deleted_at IS NULL
      AND ($type::vm_type IS NULL OR type = $type::vm_type) FOR NO KEY UPDATE`,
);

const vmOf = statement(
  "attachment_vm",
  `SELECT type || '_vm' AS type, vm_id AS id, name FROM vm
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id`,
);

const operationOf = statement(
  "attachment_vm_operation",
  `SELECT 'operation' AS type, operation_id AS id, action AS name FROM operation
    WHERE workspace_id = $workspace_id::bigint AND operation_id = $operation_id`,
);

/** The states in which a volume is attached or detached. */
const TAKING_TURNS: ReadonlySet<VmStatus> = new Set(["attaching_volume", "detaching_volume"]);

/** `kind` is its type in blockers. */
type AttachableVm = RowOf<typeof lock>;

/**
 * Reads a VM, cloud or GPU, and locks it until the transaction ends, so that two volumes do not take the same device.
 * @param type undefined for either type
 */
export function lockAttachableVm(
  { sql, workspace }: InWorkspace,
  vm_id: string,
  type?: VmType,
): Promise<AttachableVm | undefined> {
  return sql.maybe(lock, { workspace_id: workspace.id, vm_id, type });
}

/** The VM that a volume is attached to, as a blocker. */
export function vmBlockers({ sql, workspace }: InWorkspace, vm_id: string): Promise<Blocker[]> {
  return sql.query(vmOf, { workspace_id: workspace.id, vm_id });
}

/**
 * @throws DomainError 409 when the VM's state does not allow attaching or detaching, or another operation holds it. It
 * is marked as temporary while another volume is attached or detached: that ends within seconds, so that requests
 * that come at once all get their turn
 */
export async function refuseAttachment(context: InWorkspace, vm: AttachableVm, action: VmAction): Promise<void> {
  const refusal = vmRefusal(vm.status, action);
  if (refusal !== null) {
    const error = conflict(refusal.code, refusal.reason, await hindranceOf(context, vm));
    throw TAKING_TURNS.has(vm.status) ? mayPass(error, "surely") : error;
  }
  await refuseHeld(context, vm);
}

/** @throws DomainError 409, marked as temporary if the VM is being deleted or another volume is attached or detached */
async function refuseHeld(context: InWorkspace, vm: AttachableVm): Promise<void> {
  if (vm.operation_id === null) return;
  const refusal = vmHeld(await hindranceOf(context, vm));
  throw vm.status === "deleting" || TAKING_TURNS.has(vm.status) ? mayPass(refusal, "surely") : refusal;
}

/** The operation that holds a VM as a blocker, or the VM itself if no operation does. */
async function hindranceOf(
  { sql, workspace }: InWorkspace,
  { vm_id, kind, name, operation_id }: AttachableVm,
): Promise<Blocker[]> {
  if (operation_id === null) return [{ type: kind, id: vm_id, name }];
  return sql.query(operationOf, { workspace_id: workspace.id, operation_id });
}

export const volumeHolders: VolumeHolders = {
  blockersOf: vmBlockers,
  async lockIdle(context, vm_id) {
    const vm = await lockAttachableVm(context, vm_id);
    if (vm !== undefined) await refuseHeld(context, vm);
  },
};
