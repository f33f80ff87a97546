import { statement } from "@fulmar/prisma";
import { z } from "zod";
import type { WorkspaceHandler } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import { defineProviderSaga } from "../work/provider-saga.ts";
import { acceptance, acceptanceValues, onVolume, type VolumeSagaInput } from "./accept-volume-change.ts";
import { failureOf } from "./volume-operations.ts";
import { refuseUnsettled, volumeBusy } from "./volume-refusals.ts";
import { snapshotColumns, toVolumeSnapshot } from "./volume-snapshots.ts";
import { freeVolume } from "./volume-state.ts";
import { lockVolume } from "./volumes.ts";

const accept = statement(
  "volume_accept_snapshot",
  `WITH moved AS (
     UPDATE volume SET operation_id = $operation_id
      WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND deleted_at IS NULL
        AND status IN ('available', 'in-use') AND operation_id IS NULL
     RETURNING volume_id, name, size_gb, site_id
   ), queued AS (
     INSERT INTO volume_snapshot (snapshot_id, workspace_id, volume_id, name, size_gb)
     SELECT $snapshot_id, $workspace_id::bigint, volume_id, $name, size_gb FROM moved RETURNING ${snapshotColumns}
   )${acceptance({ operation: onVolume("snapshot"), history: null, answer: "queued" })}`,
);

/**
 * Takes a snapshot of a volume, attached or not. The volume keeps its state, but no other operation may begin
 * meanwhile.
 */
export const createVolumeSnapshot: WorkspaceHandler<"volumeSnapshot.create"> = async (context, { volume_id, name }) => {
  const volume = await lockVolume(context, volume_id);
  refuseUnsettled(volume, "snapshot");
  const snapshot_id = newId("snap");
  const change = acceptanceValues(context, volume_id, volumeSnapshotSaga, { snapshot_id });
  const row = await context.sql.maybe(accept, { ...change, snapshot_id, name });
  if (row === undefined) throw volumeBusy(volume);
  return toVolumeSnapshot(row);
};

interface VolumeSnapshotInput extends VolumeSagaInput {
  readonly snapshot_id: string;
}

const begin = statement(
  "volume_snapshot_begin",
  `UPDATE volume_snapshot SET status = 'running'
    WHERE workspace_id = $workspace_id::bigint AND snapshot_id = $snapshot_id AND status = 'queued'`,
);

const end = statement(
  "volume_snapshot_end",
  `UPDATE volume_snapshot SET status = CASE WHEN $error_message::text IS NULL THEN 'succeeded'
                                            ELSE 'failed' END::volume_snapshot_status,
          error_message = $error_message, stored_bytes = $stored_bytes::bigint, completed_at = now()
    WHERE workspace_id = $workspace_id::bigint AND snapshot_id = $snapshot_id AND completed_at IS NULL`,
);

/** The output of the copying step. Sizes are text because JSON numbers are exact only up to 2⁵³. */
const StoredBytes = z.string();

/** The snapshot goes queued → running → succeeded | failed. The volume keeps its state. */
export const volumeSnapshotSaga = defineProviderSaga<VolumeSnapshotInput>({
  name: "volume-snapshot",
  steps: [
    {
      name: "begin-volume-snapshot",
      async do({ services, workspaceId, input }) {
        await services.database.sql.query(begin, { workspace_id: workspaceId, snapshot_id: input.snapshot_id });
        return undefined;
      },
    },
    {
      name: "copy-volume",
      timeoutMs: 300_000,
      async do({ volumes, resourceId, input, signal }) {
        const { storedBytes } = await volumes.createSnapshot(resourceId, input.snapshot_id, signal);
        return { output: String(storedBytes) };
      },
      undo: ({ volumes, resourceId, input, signal }) => volumes.deleteSnapshot(resourceId, input.snapshot_id, signal),
    },
  ],
  async settle(transaction, context) {
    const failure = failureOf(context);
    const storedBytes = failure === null ? BigInt(StoredBytes.parse(context.outputs["copy-volume"])) : null;
    await transaction.sql.query(end, {
      workspace_id: context.workspaceId,
      snapshot_id: context.input.snapshot_id,
      error_message: failure,
      stored_bytes: storedBytes,
    });
    await freeVolume(transaction, context);
  },
});
