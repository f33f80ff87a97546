import type { Handler } from "../kernel/context.ts";
import { decodeCursor, toPage } from "../kernel/paging.ts";
import { toVolume, VolumeRepository } from "./volume-repository.ts";

export const listVolumes: Handler<"volume.list"> = async (context, { limit, cursor, ...filter }) => {
  const volumes = new VolumeRepository(context.sql, context.workspace.id);
  const rows = await volumes.list(filter, decodeCursor(cursor), limit + 1);
  return toPage(rows, limit, (row) => row.volume_id, toVolume);
};
