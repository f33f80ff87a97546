import type { Handler } from "../kernel/context.ts";
import { invalidField, notFound } from "../kernel/domain-error.ts";
import { VolumeOperationRepository } from "./volume-operation-repository.ts";
import { volumeBusy } from "./volume-refusals.ts";
import { toVolume, VolumeRepository } from "./volume-repository.ts";

/** Grows a volume, attached or not. Billing is asked for what is added. */
export const resizeVolume: Handler<"volume.resize"> = async (context, { volume_id, size_gb }) => {
  const { sql, workspace, idempotencyKey } = context;
  const volumes = new VolumeRepository(sql, workspace.id);
  const volume = await volumes.hold(volume_id);
  if (volume === undefined) throw notFound("volume");
  if (size_gb <= volume.size_gb) throw invalidField("size_gb", `must be more than the ${volume.size_gb} that the volume has: volumes only grow`);
  if (volume.status !== "available" && volume.status !== "in-use") throw volumeBusy(volume);
  await context.admit({ skuCode: `volume.${volume.type}`, quantity: size_gb - volume.size_gb });
  const resized = await volumes.resize(volume_id, size_gb);
  if (resized === undefined) throw volumeBusy(volume);
  await new VolumeOperationRepository(sql, workspace.id).record({
    volumeId: volume_id,
    operation: "resize",
    idempotencyKey,
    result: { previous_size_gb: volume.size_gb, size_gb },
  });
  return toVolume(resized);
};
