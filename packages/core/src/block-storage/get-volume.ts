import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { toVolume, VolumeRepository } from "./volume-repository.ts";

export const getVolume: Handler<"volume.get"> = async (context, { volume_id }) => {
  const row = await new VolumeRepository(context.sql, context.workspace.id).get(volume_id);
  if (row === undefined) throw notFound("volume");
  return toVolume(row);
};
