import type { Handler } from "../kernel/context.ts";
import { invalidField } from "../kernel/domain-error.ts";
import { volumeNameTaken } from "./constraint-errors.ts";
import { VolumeOperationRepository } from "./volume-operation-repository.ts";
import { toVolume, VolumeRepository } from "./volume-repository.ts";

/** Checks site and name, asks billing, then writes the volume and the first entry of its history. */
export const createVolume: Handler<"volume.create"> = async (context, input) => {
  const volumes = new VolumeRepository(context.sql, context.workspace.id);
  const { site_known, name_taken } = await volumes.checkNew(input.name, input.site_id);
  if (!site_known) throw invalidField("site_id", "is not a site; GET /compute/sites lists those there are");
  if (name_taken) throw volumeNameTaken();
  await context.admit({ skuCode: `volume.${input.type}`, quantity: input.size_gb });
  const row = await volumes.insert(input);
  await new VolumeOperationRepository(context.sql, context.workspace.id).record({
    volumeId: row.volume_id,
    operation: "create",
    idempotencyKey: context.idempotencyKey,
    result: { size_gb: row.size_gb, type: row.type },
  });
  return toVolume(row);
};
