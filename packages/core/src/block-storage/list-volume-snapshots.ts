import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { decodeCursor, toPage } from "../kernel/paging.ts";
import { VolumeRepository } from "./volume-repository.ts";
import { toVolumeSnapshot, VolumeSnapshotRepository } from "./volume-snapshot-repository.ts";

export const listVolumeSnapshots: Handler<"volumeSnapshot.list"> = async ({ sql, workspace }, { volume_id, limit, cursor, ...filter }) => {
  if ((await new VolumeRepository(sql, workspace.id).get(volume_id)) === undefined) throw notFound("volume");
  const rows = await new VolumeSnapshotRepository(sql, workspace.id).list(volume_id, filter, decodeCursor(cursor, "snap"), limit + 1);
  return toPage(rows, limit, (row) => row.snapshot_id, toVolumeSnapshot);
};
