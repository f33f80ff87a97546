import { keyIn, positionIn } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { toVolume, VolumeRepository } from "./volume-repository.ts";

export const listVolumes: Handler<"volume.list"> = async (context, { limit, cursor, sort, ...filter }) => {
  const volumes = new VolumeRepository(context.sql, context.workspace.id);
  const rows = await volumes.list(filter, sort, positionIn(sort, "vol", cursor), limit + 1);
  return toPage(rows, limit, (row) => keyIn(sort, row.volume_id, row.name), toVolume);
};
