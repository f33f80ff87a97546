import type { CaptureStatus, VmStatus } from "@fulmar/contract";
import type { Outcome } from "@fulmar/engine";
import { beginSnapshot, endSnapshot, type SnapshotArtifact } from "./snapshot-moves.ts";
import { releaseVm } from "./vm-end.ts";
import { defineVmSaga, type VmSagaInput } from "./vm-saga.ts";

export interface VmSnapshotInput extends VmSagaInput {
  readonly snapshot_set_id: string;
  /** The state that the VM has, and keeps. */
  readonly before: VmStatus;
}

const STATUS: Readonly<Record<Outcome, CaptureStatus>> = { succeeded: "succeeded", failed: "failed", cancelled: "cancelled", timed_out: "failed" };

/** A snapshot goes queued → running → succeeded | failed | cancelled; the VM stays what it is. */
export const vmSnapshotSaga = defineVmSaga<VmSnapshotInput>({
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
      name: "capture-root-volume",
      timeoutMs: 300_000,
      async do({ port, resourceId, input, signal }) {
        const { ref, sizeBytes } = await port.createSnapshot(resourceId, input.snapshot_set_id, signal);
        const artifact: SnapshotArtifact = { ref, bytes: String(sizeBytes) };
        return { output: { ...artifact } };
      },
      undo: ({ port, resourceId, input, signal }) => port.deleteSnapshot(resourceId, input.snapshot_set_id, signal),
    },
  ],
  async settle(transaction, context) {
    const { outcome, outputs, input, workspaceId } = context;
    await endSnapshot(transaction, { workspaceId, snapshotSetId: input.snapshot_set_id, status: STATUS[outcome], artifact: outputs["capture-root-volume"] });
    await releaseVm(transaction, context, input.before);
  },
});
