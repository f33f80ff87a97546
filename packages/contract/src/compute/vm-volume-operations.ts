import { ResourceId } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { type VmKind, vmChanges } from "./vm-changes.ts";
import { vmId } from "./vm-fields.ts";

/** The VM's side of attaching and detaching volumes, the same for cloud and GPU VMs. */
function vmVolumeOperations<const Kind extends "cloudVm" | "gpuVm">({
  kind,
  path,
  noun,
}: Omit<VmKind<Kind>, "resource">) {
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
    summary: `Attach a volume to a ${noun}`,
    description:
      "The VM runs or is stopped, and the volume is at its site. The volume's record says which device it became.",
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

export const cloudVmVolumeOperations = vmVolumeOperations({
  kind: "cloudVm",
  path: "/compute/cloud-vms",
  noun: "cloud VM",
});
export const gpuVmVolumeOperations = vmVolumeOperations({ kind: "gpuVm", path: "/compute/gpu-vms", noun: "GPU VM" });
