import { defineList } from "@/client/list.ts";
import { USES_EVERY_MS } from "@/client/live.ts";

/** The operation searches by `name`. Uses are not announced on the change stream, so the list is polled often. */
export const tokenList = defineList({
  filters: {},
  sorts: [],
  ask: (trpc, { workspaceId }, { search, ...page }) =>
    trpc.apiToken.list.queryOptions({
      workspace_id: workspaceId,
      ...page,
      ...(search !== undefined && { name: search }),
    }),
  everyMs: USES_EVERY_MS,
});

/** Inputs of a token's page. Server and browser must use the same inputs to share the cached answers. */
export function tokenInputs(workspaceId: string, tokenId: string) {
  return {
    token: { workspace_id: workspaceId, token_id: tokenId },
    /** The token's recent activity in the current workspace. */
    activity: { workspace_id: workspaceId, actor_id: tokenId, limit: 10 },
  };
}
