import { VM_STATES } from "@fulmar/contract";
import type { Handler } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/domain-error.ts";
import { type AttachableVm, AttachmentRepository } from "./attachment-repository.ts";
import { VolumeOperationRepository } from "./volume-operation-repository.ts";
import { volumeAttached, volumeBusy } from "./volume-refusals.ts";
import { toVolume, VolumeRepository } from "./volume-repository.ts";

/** Attaches a volume to a cloud or GPU VM of its site, on the VM's first free device. */
export const attachVolume: Handler<"volume.attach"> = async (context, { volume_id, vm_id }) => {
  const { sql, workspace } = context;
  const volumes = new VolumeRepository(sql, workspace.id);
  const attachments = new AttachmentRepository(sql, workspace.id);
  const volume = await volumes.hold(volume_id);
  if (volume === undefined) throw notFound("volume");
  const vm = await attachments.holdVm(vm_id);
  if (vm === undefined) throw notFound("VM");

  if (volume.attached_vm_id !== null) throw volumeAttached("detach it first", await attachments.blockersOf(volume.attached_vm_id));
  if (volume.site_id !== vm.site_id) {
    throw conflict("site_mismatch", `The volume is at ${volume.site_id} and the VM at ${vm.site_id}; choose a VM at the volume's site.`);
  }
  refuseUnready(vm);
  const devicePath = await attachments.freeDevice(vm_id);
  if (devicePath === undefined) throw conflict("no_device_free", "The VM has as many volumes as it can have; detach one first.");
  const attached = await volumes.attach(volume_id, vm_id, devicePath);
  if (attached === undefined) throw volumeBusy(volume);

  const { idempotencyKey } = context;
  await new VolumeOperationRepository(sql, workspace.id).record({
    volumeId: volume_id,
    operation: "attach",
    idempotencyKey,
    result: { vm_id, device_path: devicePath },
  });
  return toVolume(attached);
};

/** @throws DomainError 409 when the VM has no machine to attach to, or is busy */
function refuseUnready({ vm_id, kind, name, status, operation_id }: AttachableVm): void {
  const blockers = [{ type: kind, id: vm_id, name }];
  if (VM_STATES[status].changing || operation_id !== null) {
    throw conflict("operation_in_progress", "Another operation is under way on the VM; wait until it has ended, then try again.", blockers);
  }
  if (status === "error") throw conflict("vm_in_error", "The VM is in error; choose another one, or delete it.", blockers);
}
