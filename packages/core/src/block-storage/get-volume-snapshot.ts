import { askUntil } from "../request/ask-until.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toVolumeSnapshot, VolumeSnapshotRepository } from "./volume-snapshot-repository.ts";

export const getVolumeSnapshot: Handler<"volumeSnapshot.get"> = async (
  { sql, workspace, signal },
  { volume_id, snapshot_id, wait },
) => {
  const snapshots = new VolumeSnapshotRepository(sql, workspace.id);
  const ask = async () => {
    const row = await snapshots.get(volume_id, snapshot_id);
    if (row === undefined) throw notFound("volume snapshot");
    return row;
  };
  return toVolumeSnapshot(
    await askUntil(ask, ({ completed_at }) => completed_at !== null, { waitSeconds: wait, signal }),
  );
};
