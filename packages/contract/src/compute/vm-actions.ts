import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId } from "../values/fields.ts";
import { SshKeyIds, SshKeys } from "./ssh-key.ts";
import {
  hasOneUserData,
  ONE_USER_DATA,
  RootDiskGb,
  StartupScriptId,
  UserData,
  type VmKind,
  VmPassword,
  vmChanges,
  vmId,
} from "./vm.ts";

const force = { force: z.boolean().default(false) };
const StopVm = z.strictObject(force).meta({ id: "StopVm", examples: [{ force: false }] });
const RebootVm = z.strictObject(force).meta({ id: "RebootVm", examples: [{ force: false }] });

/** Operations that start, stop and reboot a VM. */
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
    description: "With `force`, the VM does not shut down first.",
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
    description: "With `force`, the VM does not shut down first.",
    params: vmId,
    body: RebootVm,
    errors: ["not_found", "conflict"],
  });
  return [start, stop, reboot] as const;
}

const ResizeVmPlan = z
  .strictObject({ plan_id: ResourceId })
  .meta({ id: "ResizeVmPlan", examples: [{ plan_id: "plan-medium" }] });
export const ResizeVmRootDisk = z
  .strictObject({ disk_gb: RootDiskGb })
  .meta({ id: "ResizeVmRootDisk", examples: [{ disk_gb: 80 }] });

/** Operations that change a VM's size. */
export function vmSizeOperations<const Kind extends string>({ kind, resource, path, noun }: VmKind<Kind>) {
  const resizePlan = defineOperation({
    ...vmChanges,
    id: `${kind}.resizePlan` as const,
    resource,
    method: "POST",
    path: `${path}/{vm_id}/resize-plan`,
    summary: `Change the plan of a ${noun}`,
    description:
      "A running VM is shut down and started again. The root disk grows to the new plan's size if that is " +
      "larger, and never shrinks; disk space beyond the plan is billed by the gigabyte.",
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
      "A root disk can only grow; its current size changes nothing. The file system takes the new space at " +
      "the next boot of the VM. Disk space beyond the plan is billed by the gigabyte.",
    params: vmId,
    body: ResizeVmRootDisk,
    billable: true,
    errors: ["billing_denied", "not_found", "conflict"],
  });
  return [resizePlan, resizeRootDisk] as const;
}

export const RebuildVm = z
  .strictObject({
    template_id: ResourceId.optional(),
    ssh_keys: SshKeys.optional(),
    ssh_key_ids: SshKeyIds.optional(),
    user_data: UserData.optional(),
    startup_script_id: StartupScriptId,
  })
  .refine(hasOneUserData, ONE_USER_DATA)
  .meta({
    id: "RebuildVm",
    examples: [
      {
        template_id: "debian-13",
        ssh_keys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8mYq2kS6r0bXwVhT3nLcEoPzGfUd4iAq7sRy1tKxNe ada@example.com"],
      },
    ],
  });
const RescueVm = z.strictObject({ enabled: z.boolean() }).meta({ id: "RescueVm", examples: [{ enabled: true }] });
export const UpdateVmAccess = z
  .strictObject({ ssh_keys: SshKeys.optional(), ssh_key_ids: SshKeyIds.optional(), password: VmPassword.optional() })
  .refine(
    (body) => [body.ssh_keys, body.ssh_key_ids, body.password].some((sent) => sent !== undefined),
    "needs ssh_keys, ssh_key_ids or password",
  )
  .meta({
    id: "UpdateVmAccess",
    examples: [
      {
        ssh_keys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8mYq2kS6r0bXwVhT3nLcEoPzGfUd4iAq7sRy1tKxNe ada@example.com"],
      },
    ],
  });

/** Operations that change a VM's system and its access. */
export function vmSystemOperations<const Kind extends string>({ kind, resource, path, noun }: VmKind<Kind>) {
  const rebuild = defineOperation({
    ...vmChanges,
    id: `${kind}.rebuild` as const,
    resource,
    method: "POST",
    path: `${path}/{vm_id}/rebuild`,
    summary: `Rebuild a ${noun} from an image`,
    description:
      "Erases the root disk. The VM keeps its id, addresses, attached volumes and plan. Without " +
      "`template_id` the current image is used again; keys and user data that are not sent stay the same.",
    params: vmId,
    body: RebuildVm,
    irreversible: true,
    errors: ["not_found", "conflict"],
  });
  const rescue = defineOperation({
    ...vmChanges,
    id: `${kind}.rescue` as const,
    resource,
    method: "POST",
    path: `${path}/{vm_id}/rescue`,
    summary: `Turn the rescue mode of a ${noun} on or off`,
    description: "In rescue mode the VM runs a rescue system, with its root disk attached. A running VM restarts.",
    params: vmId,
    body: RescueVm,
    errors: ["not_found", "conflict"],
  });
  const updateAccess = defineOperation({
    ...vmChanges,
    id: `${kind}.updateAccess` as const,
    resource,
    method: "POST",
    path: `${path}/{vm_id}/update-access`,
    summary: `Change the SSH keys or the password of a ${noun}`,
    description:
      "`ssh_keys` and `ssh_key_ids` together replace all keys; `password` is for the image's first user. " +
      "Only a hash of it is stored.",
    params: vmId,
    body: UpdateVmAccess,
    errors: ["not_found", "conflict"],
  });
  return [rebuild, rescue, updateAccess] as const;
}

/** Attaching and detaching volumes by VM, the same for cloud and GPU VMs. */
export function vmVolumeOperations<const Kind extends string>({ kind, path, noun }: VmKind<Kind>) {
  const changes = {
    ...vmChanges,
    method: "POST",
    params: { ...vmId, volume_id: ResourceId },
    errors: ["not_found", "conflict"],
  } as const;
  const attach = defineOperation({
    ...changes,
    id: `${kind}.attachVolume` as const,
    resource: "volume",
    path: `${path}/{vm_id}/volumes/{volume_id}/attach`,
    references: [{ field: "volume_id", scope: "block-storage.read" }],
    summary: `Attach a volume to a ${noun}`,
    description:
      "The VM must be running or stopped, and the volume must be at its site. The volume's record names its device.",
  });
  const detach = defineOperation({
    ...changes,
    id: `${kind}.detachVolume` as const,
    resource: "volume",
    path: `${path}/{vm_id}/volumes/{volume_id}/detach`,
    summary: `Detach a volume from a ${noun}`,
    description: "Unmount it in the VM first.",
  });
  return [attach, detach] as const;
}
