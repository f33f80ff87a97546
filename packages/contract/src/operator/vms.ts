// A VM of any customer, as who runs the installation sees it: never what is in it.
import { z } from "zod";
import { VmStatus, VmType } from "../compute/vm.ts";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";
import { Reason } from "./organizations.ts";

const shared = { family: "Operator", resource: "operator_vm", audience: "operator", subject: "installation" } as const;
const vm = "/operator/vms/{vm_id}";
const oneVm = { vm_id: ResourceId };

export const OperatorVm = z
  .strictObject({
    vm_id: z.string(),
    type: VmType,
    name: z.string(),
    status: VmStatus,
    workspace_id: z.string(),
    workspace_name: z.string(),
    organization_id: z.string(),
    organization_name: z.string(),
    site_id: z.string(),
    plan_id: z.string(),
    template_id: z.string(),
    cpu: z.int(),
    ram_mb: z.int(),
    disk_gb: z.int(),
    gpu_count: z.int(),
    public_ip: z.string().nullable(),
    private_ip: z.string().nullable(),
    created_at: Timestamp,
    /** The operation in progress. */
    operation_id: z.string().nullable(),
    /** Since when an operator holds it, and why. Null while nobody does. */
    held_at: Timestamp.nullable(),
    held_reason: z.string().nullable(),
  })
  .meta({ id: "OperatorVm" });
export type OperatorVm = z.infer<typeof OperatorVm>;

const operatorVmGet = defineOperation({
  ...shared,
  id: "operatorVm.get",
  method: "GET",
  path: vm,
  summary: "Get a VM with its owner, without its contents",
  params: oneVm,
  output: OperatorVm,
  errors: ["not_found"],
});

export const VmHold = z
  .strictObject({ reason: Reason })
  .meta({ id: "VmHold", examples: [{ reason: "It sends spam; ticket 4711." }] });

const operatorVmStop = defineOperation({
  ...shared,
  id: "operatorVm.stop",
  method: "POST",
  path: `${vm}/stop`,
  summary: "Stop a VM and keep it stopped, with a reason that its owner sees",
  description:
    "A worker stops it within seconds, or when the operation that holds it has ended. Until it is released, " +
    "its owner cannot start, reboot, rebuild or resize it; deleting, snapshots and reading stay possible.",
  params: oneVm,
  body: VmHold,
  output: OperatorVm,
  errors: ["not_found", "conflict"],
});

const operatorVmRelease = defineOperation({
  ...shared,
  id: "operatorVm.release",
  method: "POST",
  path: `${vm}/release`,
  summary: "Let the owner of a VM that an operator stopped start it again",
  params: oneVm,
  output: OperatorVm,
  errors: ["not_found", "conflict"],
});

export const operatorVmOperations = [operatorVmGet, operatorVmStop, operatorVmRelease] as const;
