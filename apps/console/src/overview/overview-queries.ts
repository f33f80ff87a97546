/** Input of the overview. Server and browser must use the same input to share the cached answer. */
export function overviewInput(workspaceId: string) {
  return { workspace_id: workspaceId };
}
