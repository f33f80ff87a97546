import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { VolumeSnapshotRepository } from "./volume-snapshot-repository.ts";

/**
 * Deletes a snapshot; what the provider keeps of it is reclaimed by the worker, once no volume is being made from it.
 */
export const deleteVolumeSnapshot: Handler<"volumeSnapshot.delete"> = async (
  { sql, workspace },
  { volume_id, snapshot_id },
) => {
  const snapshots = new VolumeSnapshotRepository(sql, workspace.id);
  const snapshot = await snapshots.hold(volume_id, snapshot_id);
  if (snapshot === undefined) throw notFound("volume snapshot");
  if (snapshot.completed_at === null) {
    throw conflict(
      "snapshot_in_progress",
      `The snapshot is ${snapshot.status}; wait until it has succeeded or failed, then try again.`,
    );
  }
  await snapshots.delete(volume_id, snapshot_id);
  return { status: "deleted", id: snapshot_id };
};
