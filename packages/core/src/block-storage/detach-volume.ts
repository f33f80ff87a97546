import type { Handler } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/domain-error.ts";
import { VolumeOperationRepository } from "./volume-operation-repository.ts";
import { volumeBusy } from "./volume-refusals.ts";
import { toVolume, VolumeRepository } from "./volume-repository.ts";

export const detachVolume: Handler<"volume.detach"> = async (context, { volume_id }) => {
  const { sql, workspace, idempotencyKey } = context;
  const volumes = new VolumeRepository(sql, workspace.id);
  const volume = await volumes.hold(volume_id);
  if (volume === undefined) throw notFound("volume");
  if (volume.attached_vm_id === null) throw conflict("volume_not_attached", "The volume is not attached to a VM; there is nothing to detach.");
  const detached = await volumes.detach(volume_id);
  if (detached === undefined) throw volumeBusy(volume);
  await new VolumeOperationRepository(sql, workspace.id).record({
    volumeId: volume_id,
    operation: "detach",
    idempotencyKey,
    result: { vm_id: volume.attached_vm_id },
  });
  return toVolume(detached);
};
