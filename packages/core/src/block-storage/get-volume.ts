import type { VolumeStatus } from "@fulmar/contract";
import { askUntil } from "../request/ask-until.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toVolume, VolumeRepository } from "./volume-repository.ts";

/** The states that a volume does not leave by itself. */
const SETTLED: ReadonlySet<VolumeStatus> = new Set(["available", "in-use", "error"]);

export const getVolume: Handler<"volume.get"> = async ({ sql, workspace, signal }, { volume_id, wait }) => {
  const volumes = new VolumeRepository(sql, workspace.id);
  const ask = async () => {
    const row = await volumes.get(volume_id);
    if (row === undefined) throw notFound("volume");
    return row;
  };
  return toVolume(await askUntil(ask, ({ status }) => SETTLED.has(status), { waitSeconds: wait, signal }));
};
