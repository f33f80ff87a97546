import { z } from "zod";
import { ResourceId } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { type VmKind, vmChanges } from "./vm-changes.ts";
import { SshKeys, UserData, VmPassword, vmId } from "./vm-fields.ts";

export const RebuildVm = z
  .strictObject({ template_id: ResourceId.optional(), ssh_keys: SshKeys.optional(), user_data: UserData.optional() })
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
  .strictObject({ ssh_keys: SshKeys.optional(), password: VmPassword.optional() })
  .refine((body) => body.ssh_keys !== undefined || body.password !== undefined, "needs ssh_keys, password, or both")
  .meta({
    id: "UpdateVmAccess",
    examples: [
      {
        ssh_keys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8mYq2kS6r0bXwVhT3nLcEoPzGfUd4iAq7sRy1tKxNe ada@example.com"],
      },
    ],
  });

/** Changing what runs on a VM, and who gets in. */
export function vmSystemOperations<const Kind extends string>({ kind, resource, path, noun }: VmKind<Kind>) {
  const rebuild = defineOperation({
    ...vmChanges,
    id: `${kind}.rebuild` as const,
    resource,
    method: "POST",
    path: `${path}/{vm_id}/rebuild`,
    summary: `Rebuild a ${noun} from an image`,
    description:
      "Wipes the root disk. Id, addresses, attached volumes and plan stay. Without `template_id` the present image is used again, and keys and user data " +
      "that are not sent stay as they are.",
    params: vmId,
    body: RebuildVm,
    errors: ["not_found", "conflict"],
  });
  const rescue = defineOperation({
    ...vmChanges,
    id: `${kind}.rescue` as const,
    resource,
    method: "POST",
    path: `${path}/{vm_id}/rescue`,
    summary: `Turn the rescue mode of a ${noun} on or off`,
    description: "In rescue mode the machine runs a system of ours, its root disk beside it. A running VM restarts.",
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
    summary: `Change who gets into a ${noun}`,
    description:
      "`ssh_keys` replaces all keys; `password` is that of the image's first user. The password itself is kept nowhere: it is hashed before anything is stored.",
    params: vmId,
    body: UpdateVmAccess,
    errors: ["not_found", "conflict"],
  });
  return [rebuild, rescue, updateAccess] as const;
}
