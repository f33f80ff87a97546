/** The input of `apiToken.list`: server and browser must ask for the same thing to share the answer. */
export function tokenListInput(organizationId: string, cursor?: string) {
  return { organization_id: organizationId, limit: 50, ...(cursor !== undefined && { cursor }) };
}
