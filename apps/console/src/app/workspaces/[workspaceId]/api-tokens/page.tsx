import type { Metadata } from "next";
import { TokenListPage } from "@/api-tokens/token-list-page.tsx";
import { tokenListInput } from "@/api-tokens/token-list-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "API tokens" };

export default async function ApiTokensPage({ params }: PageProps<"/workspaces/[workspaceId]/api-tokens">) {
  const { organization } = await requireWorkspace((await params).workspaceId);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().apiToken.list.queryOptions(tokenListInput(organization.organization_id)))]}>
      <TokenListPage />
    </Prefetched>
  );
}
