import type { Handler } from "../request/context.ts";
import { conflict, mayPass, notFound } from "../request/domain-error.ts";
import { AttachmentRepository } from "./attachment-repository.ts";
import { refuseHeldVm } from "./vm-refusals.ts";
import { VolumeOperationRepository } from "./volume-operation-repository.ts";
import { volumeAttached, volumeBusy } from "./volume-refusals.ts";
import { VolumeRepository } from "./volume-repository.ts";
import { VolumeSnapshotRepository } from "./volume-snapshot-repository.ts";

/**
 * Deletes a volume; an attached one, or one with snapshots, only with `force`, which detaches it and deletes those
 * (spec: Block storage). It is gone with this commit; what its provider keeps of it is reclaimed by the worker.
 */
export const deleteVolume: Handler<"volume.delete"> = async (context, { volume_id, force }) => {
  const { sql, workspace, idempotencyKey } = context;
  const volumes = new VolumeRepository(sql, workspace.id);
  const operations = new VolumeOperationRepository(sql, workspace.id);
  const volume = await volumes.hold(volume_id);
  if (volume === undefined) throw notFound("volume");
  const attachments = new AttachmentRepository(sql, workspace.id);
  const { attached_vm_id: vm_id } = volume;
  if (vm_id !== null && !force) {
    const refusal = volumeAttached(
      "detach it first, or delete it with force=true",
      await attachments.blockersOf(vm_id),
    );
    throw mayPass(refusal, volume.status === "detaching" ? "surely" : "maybe");
  }
  if (volume.operation_id !== null)
    throw volume.status === "detaching" ? mayPass(volumeBusy(volume), "surely") : volumeBusy(volume);
  // A capture or a restore of the VM counts upon its volumes; the VM's deletion lets them go.
  const vm = vm_id === null ? undefined : await attachments.holdVm(vm_id);
  if (vm !== undefined) await refuseHeldVm(vm, attachments);
  if (!force) {
    const blockers = await new VolumeSnapshotRepository(sql, workspace.id).blockersOf(volume_id);
    if (blockers.length > 0)
      throw conflict(
        "volume_has_snapshots",
        "The volume has snapshots; delete them first, or delete it with force=true.",
        blockers,
      );
  }
  if (vm_id !== null)
    await operations.record({ volumeId: volume_id, operation: "detach", idempotencyKey, result: { vm_id } });
  await volumes.delete(volume_id);
  const operation_id = await operations.record({
    volumeId: volume_id,
    operation: "delete",
    idempotencyKey,
    result: { forced: force },
  });
  return { status: "deleted", id: volume_id, operation_id };
};
