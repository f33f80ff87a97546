import { volumeOperations } from "./volume.ts";
import { volumeSnapshotOperations } from "./volume-snapshot.ts";

export * from "./volume.ts";
export * from "./volume-snapshot.ts";
export * from "./volume-states.ts";

/** The family's operations, in the documentation's order. */
export const blockStorageOperations = [...volumeOperations, ...volumeSnapshotOperations] as const;
