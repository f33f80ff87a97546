import { type Sql, type Statement, statement, type Transaction } from "@fulmar/prisma";
import type { CaptureVolume } from "@fulmar/providers";
import { type RestoredVolumes, ROOT_VOLUME_NAME } from "./captured-volume.ts";
import { liveVolumes } from "./live-volumes.ts";

/** The tables of what can be restored from. */
export type PointTable = "snapshot_set" | "backup";

interface PointStatements {
  readonly begin: Statement;
  readonly end: Statement;
}

function statementsOf(table: PointTable): PointStatements {
  const one = `workspace_id = $1::bigint AND ${table}_id = $2`;
  return {
    begin: statement(
      `${table}_restore_begin`,
      `UPDATE ${table} SET restore_operation_id = $3 WHERE ${one} AND status = 'succeeded' AND deleted_at IS NULL AND restore_operation_id IS NULL
       RETURNING ${table}_id`,
    ),
    end: statement(
      `${table}_restore_end`,
      `UPDATE ${table} SET restore_operation_id = NULL, restored = restored || $4::jsonb WHERE ${one} AND restore_operation_id = $3`,
    ),
  };
}

const STATEMENTS: Readonly<Record<PointTable, PointStatements>> = {
  snapshot_set: statementsOf("snapshot_set"),
  backup: statementsOf("backup"),
};

/** Keeps a recovery point from being deleted while it is restored. @returns false when it is gone already */
export async function beginRestore(
  sql: Sql,
  table: PointTable,
  workspaceId: bigint,
  pointId: string,
  operationId: string,
): Promise<boolean> {
  return (await sql.queryAs(STATEMENTS[table].begin, [workspaceId, pointId, operationId])).length > 0;
}

/** The end of a restore: the recovery point is free, and says what was put back where. */
export async function endRestore(
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
  await sql.queryAs(STATEMENTS[table].end, [workspaceId, pointId, operationId, JSON.stringify(restored)]);
}
