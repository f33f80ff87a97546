/** Inputs of the members page. Server and browser must use the same inputs to share the cached answers. */
export function membersInput(organizationId: string, cursor?: string) {
  return { organization_id: organizationId, limit: 50, ...(cursor !== undefined && { cursor }) };
}
