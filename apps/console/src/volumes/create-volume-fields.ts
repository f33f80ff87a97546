import type { VolumeType } from "@fulmar/contract";
import { chosen, defineForm, number, optionalText, text } from "@/client/form.ts";

/** The form of a new volume. `snapshot_id` is its source snapshot, empty for an empty volume. */
export const createVolume = defineForm(async () => (await import("@fulmar/contract/block-storage")).CreateVolume, {
  name: text(),
  size_gb: number("20"),
  site_id: text(),
  type: chosen<VolumeType>("ssd"),
  snapshot_id: optionalText,
});
