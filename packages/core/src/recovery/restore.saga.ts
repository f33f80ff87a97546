import type { VmStatus } from "@fulmar/contract";
import { type Sql, statement, type Transaction } from "@fulmar/prisma";
import type { CaptureVolume, RecoveryPort } from "@fulmar/providers";
import { releaseVm } from "../compute/index.ts";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { liveVolumes, type RestoredVolumes, ROOT_VOLUME_NAME } from "./captured-volumes.ts";

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

/**
 * Protects a recovery point from deletion while it is restored.
 * @returns false when it was deleted already
 */
export async function beginRestore(
  sql: Sql,
  table: PointTable,
  workspaceId: bigint,
  pointId: string,
  operationId: string,
): Promise<boolean> {
  const begun = await sql.query(STATEMENTS[table].begin, {
    workspace_id: workspaceId,
    point_id: pointId,
    operation_id: operationId,
  });
  return begun.length > 0;
}

/** Ends a restore: releases the recovery point and records the restored volumes. */
async function endRestore(
  { sql }: Pick<Transaction, "sql">,
  table: PointTable,
  end: {
    readonly workspaceId: bigint;
    readonly vmId: string;
    readonly pointId: string;
    readonly operationId: string;
    readonly restored: readonly CaptureVolume[];
  },
): Promise<void> {
  const { workspaceId, vmId, pointId, operationId } = end;
  const live = new Map((await liveVolumes(sql, workspaceId, vmId)).map((volume) => [volume.volume_id, volume]));
  const restored: RestoredVolumes = Object.fromEntries(
    end.restored.map(({ volumeId, role }) => {
      const name = role === "root" ? ROOT_VOLUME_NAME : live.get(volumeId)?.name;
      return [
        volumeId,
        { vm_id: vmId, resource_name: name ?? volumeId, device_path: live.get(volumeId)?.device_path ?? null },
      ];
    }),
  );
  await sql.query(STATEMENTS[table].end, {
    workspace_id: workspaceId,
    point_id: pointId,
    operation_id: operationId,
    restored: JSON.stringify(restored),
  });
}
