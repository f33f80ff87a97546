import { z } from "zod";
import { pageQuery, ResourceId } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { Acceptance } from "./operation.ts";
import { VmStatus } from "./vm-status.ts";

const vmId = { vm_id: ResourceId };

const force = { force: z.boolean().default(false) };
const StopVm = z.strictObject(force).meta({ id: "StopVm" });
const RebootVm = z.strictObject(force).meta({ id: "RebootVm" });

/**
 * The operations that cloud and GPU VMs share: the paths, the record and the body of a create differ.
 * @param vm.noun the resource in words, in the singular
 */
export function vmOperations<const Kind extends "cloudVm" | "gpuVm", Record extends z.ZodType, Body extends z.ZodRawShape>(vm: {
  readonly kind: Kind;
  readonly path: `/${string}`;
  readonly noun: string;
  readonly record: Record;
  readonly createBody: z.ZodObject<Body>;
}) {
  const { kind, path, noun } = vm;
  const changes = { family: "Compute", scope: "vm.write", output: Acceptance, success: 202 } as const;
  const list = defineOperation({
    id: `${kind}.list` as const,
    family: "Compute",
    method: "GET",
    path,
    scope: "vm.read",
    summary: `List ${noun}s`,
    query: { ...pageQuery(1000), status: VmStatus.optional(), name: z.string().max(63).optional(), tag: z.string().max(128).optional() },
    output: z.array(vm.record),
    list: true,
  });
  const create = defineOperation({
    ...changes,
    id: `${kind}.create` as const,
    method: "POST",
    path,
    summary: `Create a ${noun}`,
    description: "The VM is `pending` until its operation begins and `running` when it has succeeded; a create that fails leaves it in `error`.",
    body: vm.createBody,
    billable: true,
    errors: ["billing_denied", "conflict"],
  });
  const get = defineOperation({
    id: `${kind}.get` as const,
    family: "Compute",
    method: "GET",
    path: `${path}/{vm_id}`,
    scope: "vm.read",
    summary: `Get a ${noun}`,
    description: "A deleted VM stays readable for 7 days.",
    params: vmId,
    output: vm.record,
    errors: ["not_found"],
  });
  const remove = defineOperation({
    ...changes,
    id: `${kind}.delete` as const,
    method: "DELETE",
    path: `${path}/{vm_id}`,
    summary: `Delete a ${noun}`,
    params: vmId,
    errors: ["not_found", "conflict"],
  });
  const start = defineOperation({
    ...changes,
    id: `${kind}.start` as const,
    method: "POST",
    path: `${path}/{vm_id}/start`,
    summary: `Start a stopped ${noun}`,
    params: vmId,
    errors: ["not_found", "conflict"],
  });
  const stop = defineOperation({
    ...changes,
    id: `${kind}.stop` as const,
    method: "POST",
    path: `${path}/{vm_id}/stop`,
    summary: `Stop a running ${noun}`,
    description: "With `force`, the machine is not asked to shut down first.",
    params: vmId,
    body: StopVm,
    errors: ["not_found", "conflict"],
  });
  const reboot = defineOperation({
    ...changes,
    id: `${kind}.reboot` as const,
    method: "POST",
    path: `${path}/{vm_id}/reboot`,
    summary: `Reboot a running ${noun}`,
    description: "With `force`, the machine is not asked to shut down first.",
    params: vmId,
    body: RebootVm,
    errors: ["not_found", "conflict"],
  });
  return [list, create, get, remove, start, stop, reboot] as const;
}
