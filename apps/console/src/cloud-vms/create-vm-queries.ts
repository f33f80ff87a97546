/** Inputs of what the create form offers: server and browser must ask for the same thing to share the answer. */
export function offeringInputs(workspaceId: string) {
  const everything = { workspace_id: workspaceId, limit: 1000 };
  return { sites: everything, images: everything, plans: { ...everything, type: "cloud" as const } };
}
