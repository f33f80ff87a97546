import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { invalidField, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { acceptance, acceptanceValues, onVolume } from "./acceptance.ts";
import { refuseUnsettled, volumeBusy } from "./volume-refusals.ts";
import { toVolume, VolumeRepository, type VolumeRow, volumeColumns } from "./volume-repository.ts";
import { volumeResizeSaga } from "./volume-resize.saga.ts";

const accept = statement(
  "volume_accept_resize",
  `WITH moved AS (
     UPDATE volume SET status = 'resizing', operation_id = $3, updated_at = now()
      WHERE workspace_id = $1::bigint AND volume_id = $2 AND deleted_at IS NULL AND status IN ('available', 'in-use') AND operation_id IS NULL
     RETURNING ${volumeColumns}
   )${acceptance({ operation: onVolume("resize"), history: "resize", answer: "moved" })}`,
);

/** Grows a volume, attached or not. Billing is asked for what is added. */
export const resizeVolume: Handler<"volume.resize"> = async (context, { volume_id, size_gb }) => {
  const { sql, workspace, idempotencyKey } = context;
  const volume = await new VolumeRepository(sql, workspace.id).hold(volume_id);
  if (volume === undefined) throw notFound("volume");
  if (size_gb <= volume.size_gb)
    throw invalidField("size_gb", `must be more than the ${volume.size_gb} that the volume has: volumes only grow`);
  refuseUnsettled(volume, "resize");
  const grown = size_gb - volume.size_gb;
  await context.admit({ skuCode: `volume.${volume.type}`, quantity: grown, adds: { volume_gb: grown } });
  const input = { previous_size_gb: volume.size_gb, size_gb };
  const change = {
    workspaceId: workspace.id,
    volumeId: volume_id,
    operationId: newId("op"),
    idempotencyKey,
    saga: volumeResizeSaga,
    input,
  };
  const [row] = await sql.queryAs<VolumeRow>(accept, acceptanceValues(change));
  if (row === undefined) throw volumeBusy(volume);
  return toVolume(row);
};
