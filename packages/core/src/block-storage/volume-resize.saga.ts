import { defineProviderSaga } from "../work/provider-saga.ts";
import type { VolumeSagaInput } from "./acceptance.ts";
import { endVolumeOperation, settleVolume, showVolumeSize } from "./volume-moves.ts";

export interface VolumeResizeInput extends VolumeSagaInput {
  readonly previous_size_gb: number;
  readonly size_gb: number;
}

/** available|in-use → resizing → what it was, or `available` when its VM was deleted meanwhile. */
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
      // What has grown cannot shrink; the record must not say less than there is.
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
