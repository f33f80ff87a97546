import type { VolumeType } from "@fulmar/contract";
import { chosen, formOf, number, optionalText, text } from "@/client/form.ts";

/** What a new volume is asked for; `snapshot_id` is the snapshot to begin with, empty for an empty volume. */
export const createVolume = formOf(async () => (await import("@fulmar/contract/block-storage")).CreateVolume, {
  name: text(),
  size_gb: number("20"),
  site_id: text(),
  type: chosen<VolumeType>("ssd"),
  snapshot_id: optionalText,
});
