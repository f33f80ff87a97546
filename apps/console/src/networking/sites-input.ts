/** The input of the list of sites: server and browser must ask for the same thing to share the answer. */
export function sitesInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 1000 };
}
