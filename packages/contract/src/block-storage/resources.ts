import type { ResourceDefinition } from "../resource-definition.ts";

export const blockStorageResources = {
  volume: {
    title: ["Volume", "Volumes"],
    prefix: "vol",
    parameter: "volume_id",
    field: "volume_id",
    parents: [],
    scope: "block-storage.read",
    topic: "volume",
    page: "volumes/{id}",
  },
  volume_snapshot: {
    title: ["Volume snapshot", "Volume snapshots"],
    prefix: "snap",
    parameter: "snapshot_id",
    field: "snapshot_id",
    parents: ["volume"],
    scope: "block-storage.read",
    topic: "volume_snapshot",
    page: "volumes/{parent}/snapshots",
  },
  volume_operation: {
    title: ["Volume operation", "Volume operations"],
    prefix: "volop",
    parameter: null,
    field: "operation_id",
    parents: ["volume"],
    scope: "block-storage.read",
    topic: "volume",
    page: null,
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
