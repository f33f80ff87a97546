import { type ListChoice, pageOf } from "@/client/list-address.ts";

/** What the list can be narrowed by: the name. */
export const TOKEN_LIST = { filters: {}, sorts: [] } as const;

/**
 * The input of `apiToken.list`, which searches by `name`: server and browser must ask for the same thing to share the
 * answer.
 */
export function tokenListInput(
  organizationId: string,
  { search, ...choice }: ListChoice<(typeof TOKEN_LIST)["filters"], never>,
  cursor?: string,
) {
  return { organization_id: organizationId, ...pageOf(choice, cursor), ...(search !== undefined && { name: search }) };
}
