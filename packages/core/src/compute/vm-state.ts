import { Image, type VmStatus } from "@fulmar/contract";
import type { JsonValue, SagaContext } from "@fulmar/engine";
import { type Database, queryOf, type Sql, statement, type Transaction } from "@fulmar/prisma";
import type { InstanceSpec } from "@fulmar/providers";
import { z } from "zod";
import { recordOf, rowAtHand, toRecord } from "../site/index.ts";

/** SQL condition: the VM that an operation holds. `heldBy` gives its values. */
export const OF_OPERATION = "workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND operation_id = $operation_id";

export function heldBy({ workspaceId, resourceId, operationId }: SagaContext) {
  return { workspace_id: workspaceId, vm_id: resourceId, operation_id: operationId };
}

/** SQL: whether a VM is in a VPC. @param vm the alias of its row */
function inVpc(vm: string): string {
  return `EXISTS (SELECT FROM vpc_node own WHERE own.workspace_id = ${vm}.workspace_id AND own.vm_id = ${vm}.vm_id)`;
}

/** SQL: whether a VM is in no VPC, and its provider has applied that. */
export function isAtHome(vm: string): string {
  return `(NOT ${inVpc(vm)} AND NOT EXISTS (SELECT FROM network_state applied
     WHERE applied.workspace_id = ${vm}.workspace_id AND applied.resource_type = 'vm'
       AND applied.resource_id = ${vm}.vm_id AND applied.applied_revision < applied.revision))`;
}

const specification = statement(
  "vm_specification",
  `SELECT name, cpu, ram_mb, disk_gb, gpu_model, gpu_count, plan_id, template_id, tags,
          (SELECT i.firmware FROM image i WHERE i.template_id = vm.template_id) AS firmware,
          EXISTS (SELECT FROM network_state s
                   WHERE s.workspace_id = vm.workspace_id AND s.resource_type = 'vm' AND s.resource_id = vm.vm_id
                     AND s.applied_revision < s.revision) AS network_waits,
          ${recordOf({ vm: rowAtHand("vm") })} AS record
     FROM vm WHERE ${OF_OPERATION}`,
);

const advance = statement(
  "vm_advance",
  `UPDATE vm SET status = $status::vm_status, updated_at = now()
    WHERE ${OF_OPERATION}
      AND status <> $status::vm_status`,
);

// While the VM is in a VPC, the provider's own address does not replace its VPC address. vpc_node keeps the provider's
// address for when the VM leaves its VPCs. Some VMs have only an address of the VPC.
const settle = statement(
  "vm_settle",
  `WITH settled AS (
     UPDATE vm
        SET status = $status::vm_status,
            private_ip = CASE WHEN ${inVpc("vm")} THEN coalesce(private_ip, $site_private_ip::text)
                              ELSE coalesce($site_private_ip::text, private_ip) END, operation_id = NULL,
            updated_at = now(),
                   failed_operation_id = CASE WHEN $status = 'error' THEN $operation_id END
      WHERE ${OF_OPERATION}
     RETURNING workspace_id, vm_id
   )
   UPDATE vpc_node n SET site_private_ip = $site_private_ip::text FROM settled
    WHERE n.workspace_id = settled.workspace_id AND n.vm_id = settled.vm_id AND n.site_private_ip IS NULL
      AND $site_private_ip::text IS NOT NULL
      AND NOT EXISTS (SELECT FROM vpc_node o
                       WHERE o.workspace_id = n.workspace_id AND o.vm_id = n.vm_id
                         AND host(o.private_ip) = $site_private_ip::text)`,
);

/** SQL: what a VM gets by a resize is reserved no longer, as it has it now or will not get it. */
export const NOTHING_RESERVED = "next_cpu = NULL, next_ram_mb = NULL, next_gpu_model = NULL, next_gpu_count = NULL";

const release = statement(
  "vm_release",
  `UPDATE vm
      SET status = CASE WHEN status = 'error' THEN status ELSE $before::vm_status END, operation_id = NULL,
          ${NOTHING_RESERVED}, updated_at = now()
    WHERE ${OF_OPERATION}`,
);

const gpus = statement(
  "vm_gpus",
  `SELECT g.address FROM vm v JOIN host_gpu g ON g.host_id = v.host_id AND g.vm_id = v.vm_id
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.operation_id = $operation_id
      AND g.model = $model
    ORDER BY g.held_at, g.address LIMIT $count::int`,
);

/**
 * The PCI addresses of the GPUs that a VM holds of a model, first those that it has longest: when it grows or shrinks,
 * these are the ones that it keeps. Empty where its host does not tell its GPUs.
 */
export async function gpusOf(
  { sql }: Pick<Database, "sql">,
  context: SagaContext,
  { gpuModel, gpuCount }: Pick<InstanceSpec, "gpuModel" | "gpuCount">,
): Promise<string[]> {
  if (gpuModel === null) return [];
  const held = await sql.query(gpus, { ...heldBy(context), model: gpuModel, count: gpuCount });
  return held.map(({ address }) => address);
}

/** `networkWaits` means that the provider does not have the VM's network yet. */
export async function specificationOf(
  sql: Sql,
  context: SagaContext,
): Promise<{ readonly spec: Omit<InstanceSpec, "gpus">; readonly networkWaits: boolean }> {
  const vm = await sql.one(specification, heldBy(context));
  const spec = {
    name: vm.name,
    cpu: vm.cpu,
    ramMb: vm.ram_mb,
    diskGb: vm.disk_gb,
    gpuModel: vm.gpu_model,
    gpuCount: vm.gpu_count,
    planId: vm.plan_id,
    templateId: vm.template_id,
    firmware: Image.shape.firmware.parse(vm.firmware),
    tags: vm.tags,
    record: toRecord(vm.record),
  };
  return { spec, networkWaits: vm.network_waits === true };
}

/** Makes a `begun` that shows the VM in a state. */
export function advanceTo(status: VmStatus) {
  return async ({ send }: Pick<Transaction, "send">, context: SagaContext): Promise<void> =>
    send(queryOf(advance, { ...heldBy(context), status }));
}

/** Writes a VM's state and releases it, in the transaction that ends its operation. */
export async function settleVm(
  { send }: Pick<Transaction, "send">,
  context: SagaContext,
  status: VmStatus,
  privateIp?: string | null,
): Promise<void> {
  send(queryOf(settle, { ...heldBy(context), status, site_private_ip: privateIp }));
}

/** Releases a VM in the state that it had before its operation, unless its instance was lost meanwhile. */
export async function releaseVm(
  { send }: Pick<Transaction, "send">,
  context: SagaContext,
  before: VmStatus,
): Promise<void> {
  send(queryOf(release, { ...heldBy(context), before }));
}

const BootOutput = z.object({ private_ip: z.string().nullable() });

/** The output of a step that starts an instance: the instance's address. */
export function bootOutput(privateIp: string | null): JsonValue {
  return { private_ip: privateIp };
}

/** The address from such an output; null when the step did not finish. */
export function bootedAddress(output: unknown): string | null {
  return BootOutput.safeParse(output).data?.private_ip ?? null;
}
