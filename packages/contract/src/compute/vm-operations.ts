import { z } from "zod";
import { Name, pageQuery, ResourceId, searchQuery, sortQuery, Tags } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { type VmKind, vmChanges } from "./vm-changes.ts";
import { vmConsoleOperation } from "./vm-console.ts";
import { FirewallGroupIds, vmId } from "./vm-fields.ts";
import { vmHistoryOperation } from "./vm-history.ts";
import { vmPowerOperations } from "./vm-power.ts";
import { vmSizeOperations } from "./vm-size.ts";
import { VmStatus } from "./vm-status.ts";
import { vmSystemOperations } from "./vm-system.ts";

/** design: PATCH of a VM; what is sent replaces what there was. */
export const UpdateVm = z
  .strictObject({ name: Name.optional(), tags: Tags.optional(), firewall_group_ids: FirewallGroupIds.optional() })
  .meta({ id: "UpdateVm", examples: [{ name: "web-1", tags: ["production"] }] });
export type UpdateVm = z.infer<typeof UpdateVm>;

/**
 * The operations that cloud and GPU VMs share: the paths, the records and the body of a create differ.
 * @param vm.record an item of the list
 * @param vm.detail what GET and PATCH answer
 */
export function vmOperations<
  const Kind extends "cloudVm" | "gpuVm",
  Record extends z.ZodType,
  Detail extends z.ZodType,
  Body extends z.ZodRawShape,
>(vm: VmKind<Kind> & { readonly record: Record; readonly detail: Detail; readonly createBody: z.ZodObject<Body> }) {
  const { kind, resource, path, noun } = vm;
  const list = defineOperation({
    id: `${kind}.list` as const,
    resource,
    family: "Compute",
    method: "GET",
    path,
    scope: "vm.read",
    summary: `List ${noun}s`,
    query: {
      ...pageQuery(1000),
      ...searchQuery,
      ...sortQuery,
      status: VmStatus.optional(),
      name: z.string().max(63).optional(),
      tag: z.string().max(128).optional(),
      site_id: ResourceId.optional(),
    },
    output: z.array(vm.record),
    list: true,
  });
  const create = defineOperation({
    ...vmChanges,
    id: `${kind}.create` as const,
    resource,
    method: "POST",
    path,
    summary: `Create a ${noun}`,
    description:
      "The VM is `pending` until its operation begins and `running` when it has succeeded; a create that fails leaves it in `error`. " +
      "Addresses and firewall groups are its own from the start, and stay until it is deleted.",
    body: vm.createBody,
    billable: true,
    errors: ["billing_denied", "not_found", "conflict"],
  });
  const get = defineOperation({
    id: `${kind}.get` as const,
    resource,
    family: "Compute",
    method: "GET",
    path: `${path}/{vm_id}`,
    scope: "vm.read",
    summary: `Get a ${noun}`,
    description: "A deleted VM stays readable for 7 days.",
    params: vmId,
    output: vm.detail,
    errors: ["not_found"],
  });
  const update = defineOperation({
    id: `${kind}.update` as const,
    resource,
    family: "Compute",
    method: "PATCH",
    path: `${path}/{vm_id}`,
    scope: "vm.write",
    summary: `Rename, tag or protect a ${noun}`,
    description:
      "`tags` and `firewall_group_ids` replace those that there are. Where nothing changes, the record is answered as it is.",
    params: vmId,
    body: UpdateVm,
    output: vm.detail,
    errors: ["not_found", "conflict"],
  });
  const remove = defineOperation({
    ...vmChanges,
    id: `${kind}.delete` as const,
    resource,
    method: "DELETE",
    path: `${path}/{vm_id}`,
    summary: `Delete a ${noun}`,
    description: "Its snapshots and backups go with it; its volumes stay.",
    params: vmId,
    errors: ["not_found", "conflict"],
  });
  return [
    list,
    create,
    get,
    update,
    remove,
    ...vmPowerOperations(vm),
    ...vmSizeOperations(vm),
    ...vmSystemOperations(vm),
    vmHistoryOperation(vm),
    vmConsoleOperation(vm),
  ] as const;
}
