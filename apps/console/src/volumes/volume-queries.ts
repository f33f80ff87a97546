/** Inputs of a volume's pages: server and browser must ask for the same thing to share the answer. */
export function volumeInputs(workspaceId: string, volumeId: string) {
  const volume = { workspace_id: workspaceId, volume_id: volumeId };
  return { volume, operations: { ...volume, limit: 50 }, snapshots: { ...volume, limit: 50 } };
}
