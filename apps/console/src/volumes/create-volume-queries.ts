/** Inputs of what the create form offers: server and browser must ask for the same thing to share the answer. */
export function createVolumeInputs(workspaceId: string) {
  return { sites: { workspace_id: workspaceId, limit: 1000 }, volumes: { workspace_id: workspaceId, limit: 1000 } };
}

/** The snapshot that a new volume begins with, as the page's address names it. */
export interface SnapshotPath {
  readonly volume_id: string;
  readonly snapshot_id: string;
}
