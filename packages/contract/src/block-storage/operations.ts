import {
  volumeAttach,
  volumeCreate,
  volumeDelete,
  volumeDetach,
  volumeGet,
  volumeList,
  volumeOperations,
  volumeResize,
  volumeUpdate,
} from "./volume.ts";
import {
  volumeSnapshotCreate,
  volumeSnapshotDelete,
  volumeSnapshotGet,
  volumeSnapshotList,
} from "./volume-snapshot.ts";

export const blockStorageOperations = [
  volumeList,
  volumeCreate,
  volumeGet,
  volumeUpdate,
  volumeDelete,
  volumeAttach,
  volumeDetach,
  volumeResize,
  volumeOperations,
  volumeSnapshotList,
  volumeSnapshotCreate,
  volumeSnapshotGet,
  volumeSnapshotDelete,
] as const;
