/**
 * The input of `search.named` for the rows of a list: server and browser must ask for the same thing to share the
 * answer.
 */
export function namesInput(workspaceId: string, ids: readonly (string | null)[]) {
  return { workspace_id: workspaceId, ids: [...new Set(ids.filter((id) => id !== null))] };
}
