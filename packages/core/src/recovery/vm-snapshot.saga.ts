import type { VmStatus } from "@fulmar/contract";
import { releaseVm } from "../compute/index.ts";
import { defineProviderSaga, type ProviderSagaInput } from "../work/provider-saga.ts";
import { artifactsOutput, CAPTURE_STATUS } from "./capture-output.ts";
import { CaptureArtifacts } from "./captured-volume.ts";
import { beginSnapshot, endSnapshot, findSnapshot } from "./snapshot-moves.ts";

export interface VmSnapshotInput extends ProviderSagaInput {
  readonly snapshot_set_id: string;
  /** The state that the VM has, and keeps. */
  readonly before: VmStatus;
}

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
        const { volumes, record } = await findSnapshot(services.database.sql, workspaceId, input.snapshot_set_id);
        const captured = await recovery.createSnapshot(
          resourceId,
          { snapshotId: input.snapshot_set_id, record },
          volumes,
          signal,
        );
        return { output: artifactsOutput(captured) };
      },
      undo: ({ recovery, resourceId, input, signal }) =>
        recovery.deleteSnapshot(resourceId, input.snapshot_set_id, signal),
    },
  ],
  async settle(transaction, context) {
    const { outcome, failure, outputs, input, workspaceId } = context;
    const artifacts = outcome === "succeeded" ? CaptureArtifacts.parse(outputs["capture-volumes"]) : {};
    await endSnapshot(transaction, {
      workspaceId,
      snapshotSetId: input.snapshot_set_id,
      status: CAPTURE_STATUS[outcome],
      artifacts,
      failure,
    });
    await releaseVm(transaction, context, input.before);
  },
});
