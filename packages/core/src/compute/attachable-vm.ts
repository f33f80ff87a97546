import { type Blocker, type VmAction, type VmStatus, type VmType, vmRefusal } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { VolumeHolders } from "../block-storage/index.ts";
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

/** A VM, cloud or GPU, as attaching and detaching need it. `kind` is its type in blockers. */
type AttachableVm = RowOf<typeof lock>;

/** The cloud and GPU VMs of one workspace, for attaching volumes. */
export class AttachableVms {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /**
   * Reads a VM and locks it until the transaction ends, so that two volumes do not take the same device.
   * @param type undefined for either type
   */
  async lock(vmId: string, type?: VmType): Promise<AttachableVm | undefined> {
    const [row] = await this.#sql.query(lock, { workspace_id: this.#workspaceId, vm_id: vmId, type: type ?? null });
    return row;
  }

  /** Returns the VM that a volume is attached to, as a blocker. */
  blockersOf(vmId: string): Promise<Blocker[]> {
    return this.#sql.query(vmOf, { workspace_id: this.#workspaceId, vm_id: vmId });
  }

  /**
   * @throws DomainError 409 when the VM's state does not allow attaching or detaching, or another operation holds it. It
   * is marked as temporary while another volume is attached or detached: that ends within seconds, so that requests
   * that come at once all get their turn
   */
  async refuse(vm: AttachableVm, asked: VmAction): Promise<void> {
    const refusal = vmRefusal(vm.status, asked);
    if (refusal !== null) {
      const error = conflict(refusal.code, refusal.reason, await this.#hindranceOf(vm));
      throw TAKING_TURNS.has(vm.status) ? mayPass(error, "surely") : error;
    }
    await this.refuseHeld(vm);
  }

  /**
   * @throws DomainError 409 that names the operation that holds the VM, marked as temporary if the VM is being deleted or
   * another volume is attached or detached
   */
  async refuseHeld(vm: AttachableVm): Promise<void> {
    if (vm.operation_id === null) return;
    const refusal = vmHeld(await this.#hindranceOf(vm));
    throw vm.status === "deleting" || TAKING_TURNS.has(vm.status) ? mayPass(refusal, "surely") : refusal;
  }

  /** Returns the operation that holds a VM as a blocker, or the VM itself if no operation does. */
  async #hindranceOf({ vm_id, kind, name, operation_id }: AttachableVm): Promise<Blocker[]> {
    if (operation_id === null) return [{ type: kind, id: vm_id, name }];
    return this.#sql.query(operationOf, { workspace_id: this.#workspaceId, operation_id });
  }
}

/** Implements what block storage needs to know about the VMs that volumes are attached to. */
export const volumeHolders: VolumeHolders = {
  blockersOf: ({ sql, workspace }, vmId) => new AttachableVms(sql, workspace.id).blockersOf(vmId),
  async lockIdle({ sql, workspace }, vmId) {
    const vms = new AttachableVms(sql, workspace.id);
    const vm = await vms.lock(vmId);
    if (vm !== undefined) await vms.refuseHeld(vm);
  },
};
