import type { CaptureScope } from "@fulmar/contract";

export interface SnapshotValues {
  readonly name: string;
  readonly description: string;
  readonly capture_scope: CaptureScope;
  readonly volume_ids: string[];
}

export const EMPTY_SNAPSHOT: SnapshotValues = {
  name: "",
  description: "",
  capture_scope: "all_attached",
  volume_ids: [],
};

export const SNAPSHOT_FIELDS = ["name", "description", "capture_scope", "volume_ids"] as const;

export const SCOPES = [
  ["all_attached", "Everything", "The root disk and all volumes, at the same moment"],
  ["root_only", "Root disk", "The machine without its volumes"],
  ["selective", "Choose", "The root disk and some volumes"],
] as const satisfies readonly (readonly [CaptureScope, string, string])[];

/** What `snapshot.create` takes, made of the form: volumes are named for a selection only. */
export function toCreateSnapshot({ name, description, capture_scope, volume_ids }: SnapshotValues) {
  return {
    name: name.trim(),
    description: description.trim() === "" ? null : description.trim(),
    capture_scope,
    volume_ids: capture_scope === "selective" ? volume_ids : [],
  };
}
