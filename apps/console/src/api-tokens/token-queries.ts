import { listIn, type OrganizationPath } from "@/client/list.ts";
import { USES_EVERY_MS } from "@/client/live.ts";

/** The operation searches by `name`. Uses are not announced on the change stream, so the list is polled often. */
export const tokenList = listIn<OrganizationPath>()({
  filters: {},
  sorts: [],
  ask: (trpc, { organizationId }, { search, ...page }) =>
    trpc.apiToken.list.queryOptions({
      organization_id: organizationId,
      ...page,
      ...(search !== undefined && { name: search }),
    }),
  everyMs: USES_EVERY_MS,
});

/** Inputs of a token's page. Server and browser must use the same inputs to share the cached answers. */
export function tokenInputs(organizationId: string, workspaceId: string, tokenId: string) {
  return {
    token: { organization_id: organizationId, token_id: tokenId },
    /** The token's recent activity in the current workspace. */
    activity: { workspace_id: workspaceId, actor_id: tokenId, limit: 10 },
  };
}
