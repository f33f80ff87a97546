import type { CaptureStatus, VmStatus } from "@fulmar/contract";
import type { Outcome } from "@fulmar/engine";
import { defineProviderSaga, type ProviderSagaInput } from "../kernel/provider-saga.ts";
import { beginSnapshot, endSnapshot, volumesOfSnapshot } from "./snapshot-moves.ts";
import { SnapshotArtifacts } from "./snapshot-volumes.ts";
import { releaseVm } from "./vm-end.ts";

export interface VmSnapshotInput extends ProviderSagaInput {
  readonly snapshot_set_id: string;
  /** The state that the VM has, and keeps. */
  readonly before: VmStatus;
}

const STATUS: Readonly<Record<Outcome, CaptureStatus>> = { succeeded: "succeeded", failed: "failed", cancelled: "cancelled", timed_out: "failed" };

/** A snapshot goes queued → running → succeeded | failed | cancelled; the VM stays what it is. */
export const vmSnapshotSaga = defineProviderSaga<VmSnapshotInput>({
  name: "vm-snapshot",
  steps: [
    {
      name: "begin-snapshot",
      async do({ services, workspaceId, input }) {
        await beginSnapshot(services.database.sql, workspaceId, input.snapshot_set_id);
        return undefined;
      },
    },
    {
      name: "capture-volumes",
      timeoutMs: 300_000,
      async do({ recovery, services, workspaceId, resourceId, input, signal }) {
        const volumes = await volumesOfSnapshot(services.database.sql, workspaceId, input.snapshot_set_id);
        const captured = await recovery.createSnapshot(resourceId, input.snapshot_set_id, volumes, signal);
        return { output: Object.fromEntries(captured.map(({ volumeId, ref, sizeBytes }) => [volumeId, { ref, bytes: String(sizeBytes) }])) };
      },
      undo: ({ recovery, resourceId, input, signal }) => recovery.deleteSnapshot(resourceId, input.snapshot_set_id, signal),
    },
  ],
  async settle(transaction, context) {
    const { outcome, outputs, input, workspaceId } = context;
    const artifacts = outcome === "succeeded" ? SnapshotArtifacts.parse(outputs["capture-volumes"]) : {};
    await endSnapshot(transaction, { workspaceId, snapshotSetId: input.snapshot_set_id, status: STATUS[outcome], artifacts });
    await releaseVm(transaction, context, input.before);
  },
});
