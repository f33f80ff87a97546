import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toVolume, VolumeRepository } from "./volume-repository.ts";

/** Renames a volume, whatever its state; a name that it has already changes nothing. */
export const updateVolume: Handler<"volume.update"> = async ({ sql, workspace }, { volume_id, name }) => {
  const volumes = new VolumeRepository(sql, workspace.id);
  const row = name === undefined ? await volumes.get(volume_id) : await volumes.rename(volume_id, name);
  if (row === undefined) throw notFound("volume");
  return toVolume(row);
};
