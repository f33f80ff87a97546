/** Inputs of a distribution's pages: server and browser must ask for the same thing to share the answer. */
export function distributionInputs(workspaceId: string, distributionId: string) {
  const distribution = { workspace_id: workspaceId, distribution_id: distributionId };
  return { distribution, purges: { ...distribution, limit: 20 } };
}

/** What a distribution can serve from, and what its URLs can be made for. */
export function originInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 1000 };
}

export function signingKeyInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 100 };
}
