import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { invalidField } from "../request/domain-error.ts";
import { defineProviderSaga } from "../work/provider-saga.ts";
import { acceptance, acceptanceValues, onVolume, type VolumeSagaInput } from "./accept-volume-change.ts";
import { endVolumeOperation } from "./volume-operations.ts";
import { refuseUnsettled, volumeBusy } from "./volume-refusals.ts";
import { settleVolume, showVolumeSize } from "./volume-state.ts";
import { lockVolume, toVolume, volumeColumns } from "./volumes.ts";

const accept = statement(
  "volume_accept_resize",
  `WITH moved AS (
     UPDATE volume SET status = 'resizing', operation_id = $operation_id, updated_at = now()
      WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND deleted_at IS NULL
        AND status IN ('available', 'in-use') AND operation_id IS NULL
     RETURNING ${volumeColumns}
   )${acceptance({ operation: onVolume("resize"), history: "resize", answer: "moved" })}`,
);

/** Grows a volume, attached or not. Billing decides on the added size. To its present size, nothing changes. */
export const resizeVolume: Handler<"volume.resize"> = async (context, { volume_id, size_gb }) => {
  const volume = await lockVolume(context, volume_id);
  if (size_gb < volume.size_gb)
    throw invalidField("size_gb", `must be at least ${volume.size_gb}, the present size: a volume can only grow`);
  refuseUnsettled(volume, "resize");
  const grown = size_gb - volume.size_gb;
  await context.admit({ skuCode: `volume.${volume.type}`, quantity: grown, adds: { volume_gb: grown } });
  const input = { previous_size_gb: volume.size_gb, size_gb };
  const row = await context.sql.maybe(accept, acceptanceValues(context, volume_id, volumeResizeSaga, input));
  if (row === undefined) throw volumeBusy(volume);
  return toVolume(row);
};

interface VolumeResizeInput extends VolumeSagaInput {
  readonly previous_size_gb: number;
  readonly size_gb: number;
}

/** available|in-use → resizing → the former state, or `available` when the VM was deleted meanwhile. */
export const volumeResizeSaga = defineProviderSaga<VolumeResizeInput>({
  name: "volume-resize",
  steps: [
    {
      name: "grow-volume",
      timeoutMs: 300_000,
      async do({ volumes, resourceId, input, signal }) {
        await volumes.growVolume(resourceId, input.size_gb, signal);
        return undefined;
      },
      // A volume cannot shrink, so the record keeps the size that it has reached.
      async undo(context) {
        const [found] = await context.volumes.findVolumes([context.resourceId], context.signal);
        if (found !== undefined) await showVolumeSize(context.services.database.sql, context, found.sizeGb);
      },
    },
  ],
  async settle(transaction, context) {
    const { previous_size_gb, size_gb } = context.input;
    await settleVolume(transaction, context, context.outcome === "succeeded" ? { sizeGb: size_gb } : {});
    await endVolumeOperation(transaction, context, { previous_size_gb, size_gb });
  },
});
