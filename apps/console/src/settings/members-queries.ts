/** The inputs of the members' page: server and browser must ask for the same thing to share the answer. */
export function membersInput(organizationId: string, cursor?: string) {
  return { organization_id: organizationId, limit: 50, ...(cursor !== undefined && { cursor }) };
}
