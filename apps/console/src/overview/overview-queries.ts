/** What the overview asks for: server and browser must ask for the same thing to share the answer. */
export function overviewInput(workspaceId: string) {
  return { workspace_id: workspaceId };
}
