import type { Acceptance, CreateCloudVm, VmType } from "@fulmar/contract";
import { DEFAULT_SAGA_TIMEOUT_MS, OPERATION_CHANNEL, type Saga } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { RequestContext } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import type { ProviderSagaInput } from "../work/provider-saga.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { toAcceptance } from "./to-acceptance.ts";

/** What a new VM consists of, taken from its plan, its image and the request. */
export interface NewVm
  extends Pick<CreateCloudVm, "name" | "plan_id" | "template_id" | "tags" | "ssh_keys" | "user_data"> {
  readonly type: VmType;
  readonly siteId: string;
  readonly provider: string;
  readonly cpu: number;
  readonly ramMb: number;
  readonly diskGb: number;
  readonly gpuModel: string | null;
  readonly gpuCount: number;
  readonly osType: string;
  readonly osDistro: string;
}

// VM, operation and the worker's wake-up in one statement, which goes out with the next one: its answer is known
// beforehand.
const accept = statement(
  "vm_accept",
  `WITH created AS (
     INSERT INTO vm (vm_id, workspace_id, type, name, operation_id, site_id, plan_id, template_id, cpu, ram_mb, disk_gb, gpu_model, gpu_count,
                     os_type, os_distro, tags, ssh_keys, user_data)
     VALUES ($1, $2::bigint, $3::vm_type, $4, $5, $6, $7, $8, $9::int, $10::int, $11::int, $12, $13::int, $14, $15, $16::text[], $17::text[], $18)
     RETURNING vm_id
   ), accepted AS (
     INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, input, deadline_at)
     SELECT $5, $2::bigint, vm_id, $3 || '_vm', 'create', $19, $20::jsonb, now() + $21::int * interval '1 millisecond' FROM created
     RETURNING operation_id
   )
   SELECT pg_notify('${OPERATION_CHANNEL}', operation_id)::text FROM accepted`,
);

/**
 * Writes a new VM and hands it over to the worker.
 * @param saga what creates it
 * @param moment the transaction's, in milliseconds as the database rounds it
 */
export function acceptVm(
  context: RequestContext,
  vm: NewVm,
  saga: Pick<Saga<WorkerServices, ProviderSagaInput>, "name" | "timeoutMs">,
  moment: Date,
): Acceptance {
  const vmId = newId("vm");
  const operationId = newId("op");
  const input: ProviderSagaInput = { name: vm.name, provider: vm.provider };
  const values = [
    vmId,
    context.workspace.id,
    vm.type,
    vm.name,
    operationId,
    vm.siteId,
    vm.plan_id,
    vm.template_id,
    vm.cpu,
    vm.ramMb,
    vm.diskGb,
    vm.gpuModel,
    vm.gpuCount,
    vm.osType,
    vm.osDistro,
    vm.tags,
    vm.ssh_keys,
    vm.user_data ?? null,
    saga.name,
    JSON.stringify(input),
    saga.timeoutMs ?? DEFAULT_SAGA_TIMEOUT_MS,
  ];
  context.send({ statement: accept, values });
  return toAcceptance(operationId, vmId, moment);
}
