import type { Blocker, VmStatus, VmType } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";

/** What attaching and detaching a volume needs to know of a VM. */
export interface AttachableVm {
  vm_id: string;
  /** As blockers name it. */
  kind: "cloud_vm" | "gpu_vm";
  name: string;
  status: VmStatus;
  site_id: string;
  /** The operation that is under way on it. */
  operation_id: string | null;
}

const hold = statement(
  "attachment_vm_hold",
  `SELECT vm_id, type || '_vm' AS kind, name, status::text, site_id, operation_id FROM vm
    WHERE workspace_id = $1::bigint AND vm_id = $2 AND deleted_at IS NULL AND ($3::vm_type IS NULL OR type = $3::vm_type) FOR NO KEY UPDATE`,
);

/**
 * The first device of a VM that no volume has, as SQL: letter a is the root disk's.
 * @param vmId the VM, as SQL; the workspace is `$1`
 */
export function freeDeviceOf(vmId: string): string {
  return `SELECT device.device_path FROM (SELECT '/dev/vd' || chr(letter) AS device_path FROM generate_series(ascii('b'), ascii('z')) letter) device
    WHERE NOT EXISTS (SELECT FROM volume u WHERE u.workspace_id = $1::bigint AND u.attached_vm_id = ${vmId} AND u.device_path = device.device_path)
    ORDER BY device.device_path LIMIT 1`;
}

const vmOf = statement(
  "attachment_vm",
  "SELECT type || '_vm' AS type, vm_id AS id, name FROM vm WHERE workspace_id = $1::bigint AND vm_id = $2",
);

const operationOf = statement(
  "attachment_vm_operation",
  "SELECT 'operation' AS type, operation_id AS id, action AS name FROM operation WHERE workspace_id = $1::bigint AND operation_id = $2",
);

/** The VMs of one workspace, as volumes see them: cloud and GPU alike. */
export class AttachmentRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /**
   * Reads a VM and holds it still until the transaction ends, so that two volumes do not take one device. @param type
   * undefined when either will do
   */
  async holdVm(vmId: string, type?: VmType): Promise<AttachableVm | undefined> {
    const [row] = await this.#sql.queryAs<AttachableVm>(hold, [this.#workspaceId, vmId, type ?? null]);
    return row;
  }

  /** The operation that holds a VM, as what stands in the way; the VM itself where none does. */
  async hindranceOf({ vm_id, kind, name, operation_id }: AttachableVm): Promise<Blocker[]> {
    if (operation_id === null) return [{ type: kind, id: vm_id, name }];
    return this.#sql.query(operationOf, [this.#workspaceId, operation_id]);
  }

  /** The VM that a volume is attached to, as what stands in the way. */
  blockersOf(vmId: string): Promise<Blocker[]> {
    return this.#sql.query(vmOf, [this.#workspaceId, vmId]);
  }
}
