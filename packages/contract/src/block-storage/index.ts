import { volumeOperations } from "./volume.ts";
import { volumeMetrics } from "./volume-metrics.ts";
import { volumeSnapshotOperations } from "./volume-snapshot.ts";

export * from "./volume.ts";
export type { VolumeMetrics } from "./volume-metrics.ts";
export * from "./volume-snapshot.ts";
export * from "./volume-states.ts";

/** The family's operations, in the documentation's order. */
export const blockStorageOperations = [...volumeOperations, volumeMetrics, ...volumeSnapshotOperations] as const;
