import { z } from "zod";
import { defineOperation } from "../kernel/operation.ts";
import { type VmKind, vmChanges } from "./vm-changes.ts";
import { vmId } from "./vm-fields.ts";

const force = { force: z.boolean().default(false) };
const StopVm = z.strictObject(force).meta({ id: "StopVm", examples: [{ force: false }] });
const RebootVm = z.strictObject(force).meta({ id: "RebootVm", examples: [{ force: false }] });

/** Starting, stopping and rebooting a VM. */
export function vmPowerOperations<const Kind extends string>({ kind, resource, path, noun }: VmKind<Kind>) {
  const start = defineOperation({
    ...vmChanges,
    id: `${kind}.start` as const,
    resource,
    method: "POST",
    path: `${path}/{vm_id}/start`,
    summary: `Start a stopped ${noun}`,
    params: vmId,
    errors: ["not_found", "conflict"],
  });
  const stop = defineOperation({
    ...vmChanges,
    id: `${kind}.stop` as const,
    resource,
    method: "POST",
    path: `${path}/{vm_id}/stop`,
    summary: `Stop a running ${noun}`,
    description: "With `force`, the machine is not asked to shut down first.",
    params: vmId,
    body: StopVm,
    errors: ["not_found", "conflict"],
  });
  const reboot = defineOperation({
    ...vmChanges,
    id: `${kind}.reboot` as const,
    resource,
    method: "POST",
    path: `${path}/{vm_id}/reboot`,
    summary: `Reboot a running ${noun}`,
    description: "With `force`, the machine is not asked to shut down first.",
    params: vmId,
    body: RebootVm,
    errors: ["not_found", "conflict"],
  });
  return [start, stop, reboot] as const;
}
