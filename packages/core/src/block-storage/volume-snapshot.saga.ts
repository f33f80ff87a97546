import { statement } from "@fulmar/prisma";
import { defineProviderSaga } from "../work/provider-saga.ts";
import type { VolumeSagaInput } from "./acceptance.ts";
import { failureOf, freeVolume } from "./volume-moves.ts";

export interface VolumeSnapshotInput extends VolumeSagaInput {
  readonly snapshot_id: string;
}

const begin = statement(
  "volume_snapshot_begin",
  "UPDATE volume_snapshot SET status = 'running' WHERE workspace_id = $1::bigint AND snapshot_id = $2 AND status = 'queued'",
);

const end = statement(
  "volume_snapshot_end",
  `UPDATE volume_snapshot SET status = CASE WHEN $3::text IS NULL THEN 'succeeded' ELSE 'failed' END::volume_snapshot_status,
          error_message = $3, stored_bytes = $4::bigint, completed_at = now()
    WHERE workspace_id = $1::bigint AND snapshot_id = $2 AND completed_at IS NULL`,
);

/** A snapshot goes queued → running → succeeded | failed; the volume stays what it is. */
export const volumeSnapshotSaga = defineProviderSaga<VolumeSnapshotInput>({
  name: "volume-snapshot",
  steps: [
    {
      name: "begin-volume-snapshot",
      async do({ services, workspaceId, input }) {
        await services.database.sql.query(begin, [workspaceId, input.snapshot_id]);
        return undefined;
      },
    },
    {
      name: "copy-volume",
      timeoutMs: 300_000,
      async do({ volumes, resourceId, input, signal }) {
        const { storedBytes } = await volumes.createSnapshot(resourceId, input.snapshot_id, signal);
        // As text: JSON numbers end at 2⁵³.
        return { output: String(storedBytes) };
      },
      undo: ({ volumes, resourceId, input, signal }) => volumes.deleteSnapshot(resourceId, input.snapshot_id, signal),
    },
  ],
  async settle(transaction, context) {
    const failure = failureOf(context);
    const storedBytes = failure === null ? context.outputs["copy-volume"] : null;
    await transaction.sql.queryAs(end, [context.workspaceId, context.input.snapshot_id, failure, storedBytes]);
    await freeVolume(transaction, context);
  },
});
