import { z } from "zod";
import { ResourceId } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { type VmKind, vmChanges } from "./vm-changes.ts";
import { RootDiskGb, vmId } from "./vm-fields.ts";

const ResizeVmPlan = z
  .strictObject({ plan_id: ResourceId })
  .meta({ id: "ResizeVmPlan", examples: [{ plan_id: "plan-medium" }] });
export const ResizeVmRootDisk = z
  .strictObject({ disk_gb: RootDiskGb })
  .meta({ id: "ResizeVmRootDisk", examples: [{ disk_gb: 80 }] });

/** Changing what a VM consists of. */
export function vmSizeOperations<const Kind extends string>({ kind, resource, path, noun }: VmKind<Kind>) {
  const resizePlan = defineOperation({
    ...vmChanges,
    id: `${kind}.resizePlan` as const,
    resource,
    method: "POST",
    path: `${path}/{vm_id}/resize-plan`,
    summary: `Change the plan of a ${noun}`,
    description:
      "A running VM is shut down for it and started again. The root disk grows to the disk of the new plan where that is larger, and never shrinks; " +
      "what it has beyond the new plan is billed by the gigabyte.",
    params: vmId,
    body: ResizeVmPlan,
    billable: true,
    errors: ["billing_denied", "not_found", "conflict"],
  });
  const resizeRootDisk = defineOperation({
    ...vmChanges,
    id: `${kind}.resizeRootDisk` as const,
    resource,
    method: "POST",
    path: `${path}/{vm_id}/resize-root-disk`,
    summary: `Grow the root disk of a ${noun}`,
    description:
      "A root disk only grows. The file system takes the new space when the VM boots next. What is beyond the plan's disk is billed by the gigabyte.",
    params: vmId,
    body: ResizeVmRootDisk,
    billable: true,
    errors: ["billing_denied", "not_found", "conflict"],
  });
  return [resizePlan, resizeRootDisk] as const;
}
