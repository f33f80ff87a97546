import type { Blocker, VmStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";

/** What attaching a volume needs to know of a VM. */
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
    WHERE workspace_id = $1::bigint AND vm_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
);

// Letter a is the root disk's.
const freeDevice = statement(
  "attachment_free_device",
  `SELECT device_path FROM (SELECT '/dev/vd' || chr(letter) AS device_path FROM generate_series(ascii('b'), ascii('z')) letter) device
    WHERE NOT EXISTS (SELECT FROM volume v WHERE v.workspace_id = $1::bigint AND v.attached_vm_id = $2 AND v.device_path = device.device_path)
    ORDER BY device_path LIMIT 1`,
);

const vmOf = statement("attachment_vm", "SELECT type || '_vm' AS type, vm_id AS id, name FROM vm WHERE workspace_id = $1::bigint AND vm_id = $2");

/** The VMs of one workspace, as volumes see them: cloud and GPU alike. */
export class AttachmentRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Reads a VM and holds it still until the transaction ends, so that two volumes do not take one device. */
  async holdVm(vmId: string): Promise<AttachableVm | undefined> {
    const [row] = await this.#sql.query<AttachableVm>(hold, [this.#workspaceId, vmId]);
    return row;
  }

  /** The first device of a VM that no volume has; undefined when all are taken. */
  async freeDevice(vmId: string): Promise<string | undefined> {
    const [row] = await this.#sql.query<{ device_path: string }>(freeDevice, [this.#workspaceId, vmId]);
    return row?.device_path;
  }

  /** The VM that a volume is attached to, as what stands in the way. */
  blockersOf(vmId: string): Promise<Blocker[]> {
    return this.#sql.query<Blocker>(vmOf, [this.#workspaceId, vmId]);
  }
}
