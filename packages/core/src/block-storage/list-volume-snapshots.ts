import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { VolumeRepository } from "./volume-repository.ts";
import { toVolumeSnapshot, VolumeSnapshotRepository } from "./volume-snapshot-repository.ts";

export const listVolumeSnapshots: Handler<"volumeSnapshot.list"> = async (
  { sql, workspace },
  { volume_id, limit, cursor, ...filter },
) => {
  if ((await new VolumeRepository(sql, workspace.id).get(volume_id)) === undefined) throw notFound("volume");
  const rows = await new VolumeSnapshotRepository(sql, workspace.id).list(
    volume_id,
    filter,
    decodeCursor(cursor, "snap"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.snapshot_id, toVolumeSnapshot);
};
