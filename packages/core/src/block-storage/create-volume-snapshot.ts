import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { acceptance, acceptanceValues, onVolume } from "./acceptance.ts";
import { refuseUnsettled, volumeBusy } from "./volume-refusals.ts";
import { VolumeRepository } from "./volume-repository.ts";
import { volumeSnapshotSaga } from "./volume-snapshot.saga.ts";
import { snapshotColumns, toVolumeSnapshot, type VolumeSnapshotRow } from "./volume-snapshot-repository.ts";

const accept = statement(
  "volume_accept_snapshot",
  `WITH moved AS (
     UPDATE volume SET operation_id = $3
      WHERE workspace_id = $1::bigint AND volume_id = $2 AND deleted_at IS NULL AND status IN ('available', 'in-use') AND operation_id IS NULL
     RETURNING volume_id, name, size_gb, site_id
   ), queued AS (
     INSERT INTO volume_snapshot (snapshot_id, workspace_id, volume_id, name, size_gb)
     SELECT $9, $1::bigint, volume_id, $10, size_gb FROM moved RETURNING ${snapshotColumns}
   )${acceptance({ operation: onVolume("snapshot"), history: null, answer: "queued" })}`,
);

/**
 * Takes a snapshot of a volume, attached or not; the volume keeps its state meanwhile, but no other operation may
 * begin.
 */
export const createVolumeSnapshot: Handler<"volumeSnapshot.create"> = async (context, { volume_id, name }) => {
  const { sql, workspace, idempotencyKey } = context;
  const volume = await new VolumeRepository(sql, workspace.id).hold(volume_id);
  if (volume === undefined) throw notFound("volume");
  refuseUnsettled(volume, "snapshot");
  const snapshotId = newId("snap");
  const input = { snapshot_id: snapshotId };
  const change = {
    workspaceId: workspace.id,
    volumeId: volume_id,
    operationId: newId("op"),
    idempotencyKey,
    saga: volumeSnapshotSaga,
    input,
  };
  const [row] = await sql.queryAs<VolumeSnapshotRow>(accept, [...acceptanceValues(change), snapshotId, name]);
  if (row === undefined) throw volumeBusy(volume);
  return toVolumeSnapshot(row);
};
