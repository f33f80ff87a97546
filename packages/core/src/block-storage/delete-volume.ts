import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { AttachmentRepository } from "./attachment-repository.ts";
import { VolumeOperationRepository } from "./volume-operation-repository.ts";
import { volumeAttached, volumeBusy } from "./volume-refusals.ts";
import { VolumeRepository } from "./volume-repository.ts";

/** Deletes a volume; an attached one only with `force`, which detaches it first (spec: Block storage). */
export const deleteVolume: Handler<"volume.delete"> = async (context, { volume_id, force }) => {
  const { sql, workspace, idempotencyKey } = context;
  const volumes = new VolumeRepository(sql, workspace.id);
  const operations = new VolumeOperationRepository(sql, workspace.id);
  const volume = await volumes.hold(volume_id);
  if (volume === undefined) throw notFound("volume");
  const { attached_vm_id: vm_id } = volume;
  if (vm_id !== null) {
    if (!force) throw volumeAttached("detach it first, or delete it with force=true", await new AttachmentRepository(sql, workspace.id).blockersOf(vm_id));
    if ((await volumes.detach(volume_id)) === undefined) throw volumeBusy(volume);
    await operations.record({ volumeId: volume_id, operation: "detach", idempotencyKey, result: { vm_id } });
  }
  if ((await volumes.delete(volume_id)) === undefined) throw volumeBusy(volume);
  const operation_id = await operations.record({ volumeId: volume_id, operation: "delete", idempotencyKey, result: { forced: vm_id !== null } });
  return { status: "deleted", id: volume_id, operation_id };
};
