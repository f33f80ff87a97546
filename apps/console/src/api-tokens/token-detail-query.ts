/** The inputs of a token's page: server and browser must ask for the same things to share the answers. */
export function tokenInputs(organizationId: string, workspaceId: string, tokenId: string) {
  return {
    token: { organization_id: organizationId, token_id: tokenId },
    /** What the token did lately in the workspace that is looked at. */
    activity: { workspace_id: workspaceId, actor_id: tokenId, limit: 10 },
  };
}
