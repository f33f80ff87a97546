import type { Handler } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/domain-error.ts";
import { AttachmentRepository } from "./attachment-repository.ts";
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
  if (vm.status !== "running" && vm.status !== "stopped") {
    throw conflict("vm_not_ready", `The VM is ${vm.status}; attach the volume when the VM is running or stopped.`, [
      { type: "vm", id: vm.vm_id, name: vm.name },
    ]);
  }
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
