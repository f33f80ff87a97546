import { listIn } from "@/client/list.ts";
import { USES_EVERY_MS } from "@/client/live.ts";

interface OrganizationPath {
  readonly organizationId: string;
}

/** The operation searches by `name`. Uses are not announced: the list is asked for often. */
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

/** The inputs of a token's page: server and browser must ask for the same things to share the answers. */
export function tokenInputs(organizationId: string, workspaceId: string, tokenId: string) {
  return {
    token: { organization_id: organizationId, token_id: tokenId },
    /** What the token did lately in the workspace that is looked at. */
    activity: { workspace_id: workspaceId, actor_id: tokenId, limit: 10 },
  };
}
