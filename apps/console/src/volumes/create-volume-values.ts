import type { VolumeType } from "@fulmar/contract";

/** What the form holds: texts as they were typed. */
export interface CreateVolumeValues {
  readonly name: string;
  readonly size_gb: string;
  readonly site_id: string;
  readonly type: VolumeType;
  /** The snapshot to begin with; empty for an empty volume. */
  readonly snapshot_id: string;
}

export const EMPTY_VOLUME: CreateVolumeValues = { name: "", size_gb: "20", site_id: "", type: "ssd", snapshot_id: "" };

export const VOLUME_FIELDS = ["name", "size_gb", "site_id", "type", "snapshot_id"] as const;

/** What `volume.create` takes, made of the form's texts. */
export function toCreateVolume({ name, size_gb, site_id, type, snapshot_id }: CreateVolumeValues) {
  return { name: name.trim(), size_gb: sizeOf(size_gb), site_id, type, ...(snapshot_id !== "" && { snapshot_id }) };
}

/** Gigabytes as typed; NaN for what is no number, which no schema takes. */
export function sizeOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
