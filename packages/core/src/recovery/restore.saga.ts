import type { VmStatus } from "@fulmar/contract";
import type { CaptureVolume, RecoveryPort } from "@fulmar/providers";
import { releaseVm } from "../compute/index.ts";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { endRestore, type PointTable } from "./restore-moves.ts";

export interface RestoreInput extends ProviderSagaInput {
  /** The snapshot or the backup. */
  readonly point_id: string;
  /** What is put back, as it was captured. */
  readonly volumes: readonly CaptureVolume[];
  /** The state that the VM had: the machine is stopped if it runs, and started again. */
  readonly before: VmStatus;
}

type RestoreCall = RecoveryPort["restoreSnapshot"];

/**
 * Puts volumes back to what a recovery point holds of them. What they hold now is kept at the provider under the
 * operation's id meanwhile, so that a restore which fails or is cancelled can be taken back; `remove-leftover-copies`
 * removes it afterwards.
 */
function defineRestore(name: string, point: PointTable, restore: (port: RecoveryPort) => RestoreCall) {
  return defineProviderSaga<RestoreInput>({
    name,
    timeoutMs: 3_600_000,
    steps: [
      {
        name: "stop-for-restore",
        async do({ compute, resourceId, input, signal }) {
          if (input.before === "running") await compute.stopInstance(resourceId, { force: false }, signal);
          return undefined;
        },
        async undo({ compute, resourceId, input, signal }) {
          if (input.before === "running") await unlessGone(compute.startInstance(resourceId, signal));
        },
      },
      {
        name: "keep-present-content",
        timeoutMs: 1_200_000,
        async do({ recovery, resourceId, operationId, input, signal }) {
          await recovery.createSnapshot(resourceId, { snapshotId: operationId, record: null }, input.volumes, signal);
          return undefined;
        },
        undo: ({ recovery, resourceId, operationId, signal }) =>
          recovery.deleteSnapshot(resourceId, operationId, signal),
      },
      {
        name: "restore-volumes",
        timeoutMs: 1_200_000,
        async do({ recovery, resourceId, input, signal }) {
          await restore(recovery)(resourceId, input.point_id, input.volumes, signal);
          return undefined;
        },
        undo: ({ recovery, resourceId, operationId, input, signal }) =>
          unlessGone(recovery.restoreSnapshot(resourceId, operationId, input.volumes, signal)),
      },
      {
        name: "boot-restored-instance",
        async do({ compute, resourceId, input, signal }) {
          if (input.before === "running") await compute.startInstance(resourceId, signal);
          return undefined;
        },
        async undo({ compute, resourceId, input, signal }) {
          if (input.before === "running") await unlessGone(compute.stopInstance(resourceId, { force: true }, signal));
        },
      },
    ],
    async settle(transaction, context) {
      const { outcome, input, operationId, workspaceId, resourceId } = context;
      await releaseVm(transaction, context, input.before);
      const restored = outcome === "succeeded" ? input.volumes : [];
      await endRestore(transaction, point, {
        workspaceId,
        vmId: resourceId,
        pointId: input.point_id,
        operationId,
        restored,
      });
    },
  });
}

export const restoreSnapshotSaga = defineRestore("restore-snapshot", "snapshot_set", (port) => port.restoreSnapshot);
export const restoreBackupSaga = defineRestore("restore-backup", "backup", (port) => port.restoreBackup);
