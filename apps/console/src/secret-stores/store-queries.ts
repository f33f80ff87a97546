/** Inputs of the pages of stores and secrets: server and browser must ask for the same thing to share the answer. */
export function storeInput(workspaceId: string, storeId: string) {
  return { workspace_id: workspaceId, store_id: storeId };
}

export function secretInputs(workspaceId: string, storeId: string, secretId: string) {
  const secret = { ...storeInput(workspaceId, storeId), secret_id: secretId };
  return {
    secret,
    versions: { ...secret, limit: 100 },
    readings: { workspace_id: workspaceId, resource_id: secretId, action: "secret.value", limit: 20 },
  };
}
