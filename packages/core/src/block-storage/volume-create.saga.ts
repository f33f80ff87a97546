import type { VolumeType } from "@fulmar/contract";
import { defineProviderSaga } from "../work/provider-saga.ts";
import type { VolumeSagaInput } from "./acceptance.ts";
import { endVolumeOperation, failureOf, settleVolume, volumeRecord } from "./volume-moves.ts";

export interface VolumeCreateInput extends VolumeSagaInput {
  readonly size_gb: number;
  readonly type: VolumeType;
  /** The snapshot to begin with, and its volume. */
  readonly source: { readonly volume_id: string; readonly snapshot_id: string } | null;
}

/** creating → available; whatever ends it otherwise leaves the volume in `error`, with the reason on its record. */
export const volumeCreateSaga = defineProviderSaga<VolumeCreateInput>({
  name: "volume-create",
  steps: [
    {
      name: "create-volume",
      timeoutMs: 300_000,
      async do(context) {
        const { volumes, resourceId, signal } = context;
        const { name, size_gb: sizeGb, type, source } = context.input;
        const record = await volumeRecord(context.services.database.sql, context);
        const copied = source && { volumeId: source.volume_id, snapshotId: source.snapshot_id };
        await volumes.createVolume(resourceId, { name, sizeGb, type, source: copied, record }, signal);
        return undefined;
      },
      undo: ({ volumes, resourceId, signal }) => volumes.deleteVolume(resourceId, signal),
    },
  ],
  async settle(transaction, context) {
    const failure = failureOf(context);
    const { size_gb, type, source } = context.input;
    await settleVolume(transaction, context, failure === null ? {} : { broken: failure });
    await endVolumeOperation(transaction, context, {
      size_gb,
      type,
      ...(source !== null && { snapshot_id: source.snapshot_id }),
    });
  },
});
