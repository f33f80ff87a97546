import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import {
  deletedQuery,
  includeQuery,
  Name,
  pageQuery,
  ResourceId,
  SetDeletionProtection,
  searchQuery,
  severalOf,
  siteQuery,
  sortedBy,
  Tags,
  Timestamp,
  tagQuery,
} from "../values/fields.ts";
import { VM_SORTS } from "../values/limits.ts";
import { ComputeOperation, OperationAction, OperationStatus } from "./compute-operation.ts";
import { vmTerminalOperation } from "./terminal.ts";
import {
  CloudVm,
  CloudVmDetail,
  CreateCloudVm,
  CreateGpuVm,
  FirewallGroupIds,
  GpuVm,
  GpuVmDetail,
  UserData,
  type VmKind,
  VmStatus,
  vmChanges,
  vmId,
} from "./vm.ts";
import { vmPowerOperations, vmSizeOperations, vmSystemOperations, vmVolumeOperations } from "./vm-actions.ts";

/** PATCH of a VM. Fields that are sent replace the previous values. */
export const UpdateVm = z
  .strictObject({
    name: Name.optional(),
    tags: Tags.optional(),
    firewall_group_ids: FirewallGroupIds.optional(),
    deletion_protection: SetDeletionProtection,
    user_data: UserData.optional(),
  })
  .meta({ id: "UpdateVm", examples: [{ name: "web-1", tags: ["production"] }] });
export type UpdateVm = z.infer<typeof UpdateVm>;

/**
 * The operations that cloud and GPU VMs share. Their paths, their records and the body of their create differ.
 * @param vm.record an item of the list
 * @param vm.detail the answer to GET and PATCH
 */
function vmOperations<
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
      ...sortedBy(VM_SORTS),
      ...includeQuery("site_id", "monthly_price"),
      status: severalOf(VmStatus),
      name: z.string().max(63).optional(),
      ...tagQuery,
      ...siteQuery,
      announcement_id: ResourceId.optional().describe("Lists the VMs that this announced maintenance touches."),
      ...deletedQuery,
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
      "The VM is `pending` until its operation begins and `running` when it has succeeded; " +
      "a create that fails leaves it in `error`. " +
      "The VM has its addresses and firewall groups from the start, and keeps them until it is deleted.",
    references: [{ field: "volume_ids", scope: "block-storage.read" }],
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
    description:
      "A deleted VM stays readable for 7 days, for as long as backups or snapshots of it are kept, and for as long as it can be " +
      "restored: then `restorable_until` is set.",
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
      "`tags` and `firewall_group_ids` replace the current values. If nothing changes, the answer is the " +
      "unchanged record. `user_data` appears in the VM's metadata from then on and is used by the next " +
      "rebuild; nothing runs now, and no answer shows it. It is refused while an operation is in progress " +
      "on the VM.",
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
    description:
      "Its snapshots and backups are deleted with it; its volumes stay. With `keep_backups`, successful " +
      "backups stay until they are deleted, and are listed and charged with those of the workspace. So do " +
      "its snapshots with `keep_snapshots`, and those with `outlives_vm` always. In a workspace with a " +
      "deletion window, the VM is stopped and kept until `restorable_until`, with its snapshots and " +
      "backups; a VM in `error` is not kept.",
    params: vmId,
    query: {
      keep_backups: z.boolean().default(false).describe("Whether its backups stay without it."),
      keep_snapshots: z.boolean().default(false).describe("Whether all of its snapshots stay without it."),
    },
    errors: ["not_found", "conflict"],
  });
  return [
    list,
    create,
    get,
    update,
    remove,
    ...vmRestoreOperations(vm),
    ...vmPowerOperations(vm),
    ...vmSizeOperations(vm),
    ...vmSystemOperations(vm),
    vmHistoryOperation(vm),
    vmConsoleOperation(vm),
    vmTerminalOperation(vm),
    ...vmVolumeOperations(vm),
  ] as const;
}

/** The answer to the purge of a deleted VM. */
export const VmPurge = z.strictObject({ status: z.literal("purged"), id: z.string() }).meta({ id: "VmPurge" });

/** What can be done with a deleted VM that its workspace keeps. */
function vmRestoreOperations<const Kind extends string>({ kind, resource, path, noun }: VmKind<Kind>) {
  const restore = defineOperation({
    ...vmChanges,
    id: `${kind}.restore` as const,
    resource,
    method: "POST",
    path: `${path}/{vm_id}/restore`,
    summary: `Restore a deleted ${noun}`,
    description:
      "It returns with its root disk, snapshots and backups, and starts if it was running. Its volumes are " +
      "attached again, and it rejoins its subnets, addresses, firewall groups and pools where these still " +
      "exist and are free. `dry_run` shows which.",
    params: vmId,
    billable: true,
    errors: ["billing_denied", "not_found", "conflict"],
  });
  const purge = defineOperation({
    id: `${kind}.purge` as const,
    resource,
    family: "Compute",
    scope: "vm.write",
    method: "POST",
    path: `${path}/{vm_id}/purge`,
    summary: `Delete a deleted ${noun} for good`,
    description: "It can no longer be restored and is no longer charged.",
    params: vmId,
    output: VmPurge,
    irreversible: true,
    errors: ["not_found", "conflict"],
  });
  return [restore, purge] as const;
}

/** The history of a VM. */
function vmHistoryOperation<const Kind extends string>({ kind, path, noun }: VmKind<Kind>) {
  return defineOperation({
    id: `${kind}.operations` as const,
    resource: "operation",
    family: "Compute",
    method: "GET",
    path: `${path}/{vm_id}/operations`,
    scope: "vm.read",
    summary: `List the operations of a ${noun}, newest first`,
    description: "The operations of a deleted VM stay readable for as long as the VM itself.",
    params: vmId,
    query: { ...pageQuery(), status: severalOf(OperationStatus), action: severalOf(OperationAction) },
    output: z.array(ComputeOperation),
    list: true,
    errors: ["not_found"],
  });
}

/** A VM's raw console output, with escape sequences. Bytes that are not UTF-8 become U+FFFD. */
export const ConsoleLog = z
  .strictObject({
    log: z.string(),
    /** Whether earlier output was cut off. */
    truncated: z.boolean(),
    read_at: Timestamp,
  })
  .meta({ id: "ConsoleLog" });
export type ConsoleLog = z.infer<typeof ConsoleLog>;

/** Reads a VM's console output, for when nobody can log in. */
function vmConsoleOperation<const Kind extends string>({ kind, resource, path, noun }: VmKind<Kind>) {
  return defineOperation({
    id: `${kind}.consoleLog` as const,
    resource,
    family: "Compute",
    method: "GET",
    path: `${path}/{vm_id}/console-log`,
    scope: "vm.read",
    summary: `Read the console log of a ${noun}`,
    description:
      "At most the last 64 KiB, read from the VM's site: 503 `site_unavailable` while the site does not " +
      "answer, 409 `no_instance` before the VM is created and after it was deleted, 409 " +
      "`unsupported_by_site` where the site keeps no console logs.",
    params: vmId,
    output: ConsoleLog,
    errors: ["not_found", "conflict"],
  });
}

export const cloudVmOperations = vmOperations({
  kind: "cloudVm",
  resource: "cloud_vm",
  path: "/compute/cloud-vms",
  noun: "cloud VM",
  record: CloudVm,
  detail: CloudVmDetail,
  createBody: CreateCloudVm,
});

export const gpuVmOperations = vmOperations({
  kind: "gpuVm",
  resource: "gpu_vm",
  path: "/compute/gpu-vms",
  noun: "GPU VM",
  record: GpuVm,
  detail: GpuVmDetail,
  createBody: CreateGpuVm,
});
