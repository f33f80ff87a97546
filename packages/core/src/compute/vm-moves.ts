import type { VmStatus } from "@fulmar/contract";
import type { OperationContext } from "@fulmar/engine";
import { type Sql, statement, type Transaction } from "@fulmar/prisma";
import type { ResourceRecord } from "@fulmar/providers";
import { recordOf, rowAtHand } from "../site/index.ts";
import { inVpc } from "./in-vpc.ts";

/** What a provider is told about a VM when it makes it. */
export interface VmSpecification {
  name: string;
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  gpu_model: string | null;
  gpu_count: number;
  plan_id: string;
  template_id: string;
  tags: string[];
  ssh_keys: string[];
  user_data: string | null;
  /** It has something of a network that its provider has not been told yet. */
  network_waits: boolean;
  record: ResourceRecord;
}

const advance = statement(
  "vm_advance",
  `UPDATE vm SET status = $5::vm_status, updated_at = now()
    WHERE workspace_id = $1::bigint AND vm_id = $2 AND operation_id = $3 AND status IN ($4::vm_status, $5::vm_status)
   RETURNING name, cpu, ram_mb, disk_gb, gpu_model, gpu_count, plan_id, template_id, tags, ssh_keys, user_data,
             EXISTS (SELECT FROM network_state s WHERE s.workspace_id = vm.workspace_id AND s.resource_type = 'vm' AND s.resource_id = vm.vm_id
                        AND s.applied_revision < s.revision) AS network_waits,
             ${recordOf({ vm: rowAtHand("vm") })} AS record`,
);

// An address of a VPC that the VM is in is not replaced by the provider's own: that one is kept for when the VM leaves
// its VPCs, where the provider tells it. Some machines have the address of the VPC alone.
const settle = statement(
  "vm_settle",
  `WITH settled AS (
     UPDATE vm SET status = $4::vm_status, private_ip = CASE WHEN ${inVpc("vm")} THEN coalesce(private_ip, $5::text) ELSE coalesce($5::text, private_ip) END, operation_id = NULL, updated_at = now(),
                   failed_operation_id = CASE WHEN $4 = 'error' THEN $3 END
      WHERE workspace_id = $1::bigint AND vm_id = $2 AND operation_id = $3
     RETURNING workspace_id, vm_id
   )
   UPDATE vpc_node n SET site_private_ip = $5::text FROM settled
    WHERE n.workspace_id = settled.workspace_id AND n.vm_id = settled.vm_id AND n.site_private_ip IS NULL AND $5::text IS NOT NULL
      AND NOT EXISTS (SELECT FROM vpc_node o WHERE o.workspace_id = n.workspace_id AND o.vm_id = n.vm_id AND host(o.private_ip) = $5::text)`,
);

/**
 * Moves a VM on while its operation works on it; done before, it changes nothing.
 * @throws Error when the VM is not in that state or not the operation's: a mistake in a saga
 */
export async function advanceVm(
  sql: Sql,
  context: OperationContext,
  from: VmStatus,
  to: VmStatus,
): Promise<VmSpecification> {
  const [vm] = await sql.queryAs<VmSpecification>(advance, [
    context.workspaceId,
    context.resourceId,
    context.operationId,
    from,
    to,
  ]);
  if (vm === undefined) throw new Error(`the VM ${context.resourceId} did not go from ${from} to ${to}`);
  return vm;
}

/** A VM's last move in an operation, in the transaction that ends it: the VM is free for the next one. */
export async function settleVm(
  { send }: Pick<Transaction, "send">,
  context: OperationContext,
  status: VmStatus,
  privateIp: string | null = null,
): Promise<void> {
  send({
    statement: settle,
    values: [context.workspaceId, context.resourceId, context.operationId, status, privateIp],
  });
}
