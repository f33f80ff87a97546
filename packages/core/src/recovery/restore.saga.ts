import type { VmStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { CaptureVolume, RecoveryPort } from "@fulmar/providers";
import { releaseVm } from "../compute/index.ts";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { type CapturedVolume, liveVolumes, type RestoredVolumes, ROOT_VOLUME_NAME } from "./captured-volumes.ts";

/** The tables of recovery points. */
export type PointTable = "snapshot_set" | "backup";

function statementsOf(table: PointTable) {
  const one = `workspace_id = $workspace_id::bigint AND ${table}_id = $point_id`;
  return {
    begin: statement(
      `${table}_restore_begin`,
      `UPDATE ${table} SET restore_operation_id = $operation_id
        WHERE ${one} AND status = 'succeeded' AND deleted_at IS NULL AND restore_operation_id IS NULL
       RETURNING ${table}_id`,
    ),
    end: statement(
      `${table}_restore_end`,
      `UPDATE ${table} SET restore_operation_id = NULL, restored = restored || $restored::jsonb
        WHERE ${one} AND restore_operation_id = $operation_id`,
    ),
  };
}

const STATEMENTS = {
  snapshot_set: statementsOf("snapshot_set"),
  backup: statementsOf("backup"),
};

interface RestoreInput extends ProviderSagaInput {
  /** The id of the snapshot or backup. */
  readonly point_id: string;
  /** The volumes to restore, as captured. */
  readonly volumes: readonly CaptureVolume[];
  /** The VM's state before. A running instance is stopped for the restore and started again. */
  readonly before: VmStatus;
}

type RestoreCall = RecoveryPort["restoreSnapshot"];

/**
 * Restores volumes from a recovery point. The provider keeps a copy of their present content under the operation's id,
 * so that a failed or cancelled restore can be undone. `remove-leftover-copies` removes it afterwards.
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
      const live = await liveVolumes(transaction.sql, workspaceId, resourceId);
      const restored = restoredTo(resourceId, outcome === "succeeded" ? input.volumes : [], live);
      await transaction.sql.query(STATEMENTS[point].end, {
        workspace_id: workspaceId,
        point_id: input.point_id,
        operation_id: operationId,
        restored: JSON.stringify(restored),
      });
    },
  });
}

export const restoreSnapshotSaga = defineRestore("restore-snapshot", "snapshot_set", (port) => port.restoreSnapshot);
export const restoreBackupSaga = defineRestore("restore-backup", "backup", (port) => port.restoreBackup);

/**
 * Protects a recovery point from deletion while it is restored.
 * @returns false when it was deleted already
 */
export async function beginRestore(
  sql: Sql,
  table: PointTable,
  workspace_id: bigint,
  point_id: string,
  operation_id: string,
): Promise<boolean> {
  return (await sql.maybe(STATEMENTS[table].begin, { workspace_id, point_id, operation_id })) !== undefined;
}

function restoredTo(
  vm_id: string,
  volumes: readonly CaptureVolume[],
  live: readonly CapturedVolume[],
): RestoredVolumes {
  const targetOf = ({ volumeId, role }: CaptureVolume) => {
    const volume = live.find(({ volume_id }) => volume_id === volumeId);
    const name = role === "root" ? ROOT_VOLUME_NAME : volume?.name;
    return { vm_id, resource_name: name ?? volumeId, device_path: volume?.device_path ?? null };
  };
  return Object.fromEntries(volumes.map((volume) => [volume.volumeId, targetOf(volume)]));
}
