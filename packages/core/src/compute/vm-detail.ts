import type { CloudVmDetail, GpuVmDetail, OperationStatus, VmType } from "@fulmar/contract";
import { lookup, type Sql } from "@fulmar/prisma";
import { toCloudVm, toGpuVm, VM_COLUMNS, type VmRow } from "./vm-repository.ts";

/** A VM as it is read alone. */
export interface VmDetailRow extends VmRow {
  site_id: string;
  plan_id: string;
  template_id: string;
  rescue_enabled: boolean;
  firewall_group_ids: string[];
  volume_ids: string[];
  operation_id: string | null;
  /**
   * How the operation that left the VM in error ended; null where the VM is not in error, or no operation left it so.
   */
  failed_status: OperationStatus | null;
  failed_code: string | null;
  failed_message: string | null;
}

const get = lookup(
  "vm_get",
  `SELECT ${VM_COLUMNS}, v.site_id, v.plan_id, v.template_id, v.rescue_enabled, v.operation_id,
          ARRAY(SELECT f.firewall_group_id FROM firewall_group_vm f WHERE f.workspace_id = v.workspace_id AND f.vm_id = v.vm_id
                 ORDER BY f.firewall_group_id) AS firewall_group_ids,
          ARRAY(SELECT d.volume_id FROM volume d WHERE d.workspace_id = v.workspace_id AND d.attached_vm_id = v.vm_id AND d.status <> 'attaching'
                 ORDER BY d.volume_id) AS volume_ids,
          o.status::text AS failed_status, o.error_code AS failed_code, o.error_message AS failed_message
     FROM vm v JOIN plan p ON p.plan_id = v.plan_id
     LEFT JOIN operation o ON v.status = 'error' AND o.workspace_id = v.workspace_id AND o.operation_id = v.failed_operation_id
    WHERE v.workspace_id = $1::bigint AND v.vm_id = $2 AND v.type = $3::vm_type`,
);

/** Deleted ones too: they stay readable until they are purged. One round trip. */
export async function findVmDetail(
  sql: Sql,
  workspaceId: bigint,
  type: VmType,
  vmId: string,
): Promise<VmDetailRow | undefined> {
  const [row] = await sql.query(get, [workspaceId, vmId, type]);
  return row;
}

export function toCloudVmDetail(row: VmDetailRow): CloudVmDetail {
  return { ...toCloudVm(row), ...detailOf(row) };
}

export function toGpuVmDetail(row: VmDetailRow): GpuVmDetail {
  return { ...toGpuVm(row), ...detailOf(row) };
}

function detailOf(row: VmDetailRow) {
  const { site_id, plan_id, template_id, rescue_enabled, firewall_group_ids, volume_ids, operation_id } = row;
  return {
    site_id,
    plan_id,
    template_id,
    rescue_enabled,
    firewall_group_ids,
    volume_ids,
    operation_id,
    ...failureOf(row),
  };
}

/**
 * Why a VM is in error. An operation that was cancelled has no failure of its own, and an instance that is lost had no
 * operation.
 */
function failureOf({ status, failed_status, failed_code, failed_message }: VmDetailRow): {
  error_code: string | null;
  error_message: string | null;
} {
  if (status !== "error") return { error_code: null, error_message: null };
  if (failed_code !== null) return { error_code: failed_code, error_message: failed_message };
  if (failed_status !== null)
    return {
      error_code: failed_status,
      error_message: "The VM's operation was cancelled; delete the VM and create a new one.",
    };
  return {
    error_code: "instance_lost",
    error_message: "The provider no longer has this VM's instance; delete the VM and create a new one.",
  };
}
