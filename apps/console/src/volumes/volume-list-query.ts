import type { VolumeStatus } from "@fulmar/contract";

/** In the order of a volume's life. */
const STATUSES = [
  "creating",
  "available",
  "attaching",
  "in-use",
  "detaching",
  "resizing",
  "deleting",
  "error",
] as const satisfies readonly VolumeStatus[];

/** What the list of volumes can be narrowed and ordered by. */
export const VOLUME_LIST = {
  filters: { status: STATUSES },
  sorts: ["created_at", "-created_at", "name", "-name"],
} as const;
