import type { ListSpec } from "@/client/list-address.ts";

/** What the list can be narrowed by: the name. */
export const TOKEN_LIST: ListSpec<Record<never, readonly string[]>, never> = { filters: {}, sorts: [] };

/** The input of `apiToken.list`: server and browser must ask for the same thing to share the answer. */
export function tokenListInput(organizationId: string, { search }: { readonly search?: string }, cursor?: string) {
  return { organization_id: organizationId, limit: 50, ...(search !== undefined && { name: search }), ...(cursor !== undefined && { cursor }) };
}
