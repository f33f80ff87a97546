import type { Metadata } from "next";
import { TokenListPage } from "@/api-tokens/token-list-page.tsx";
import { TOKEN_LIST, tokenListInput } from "@/api-tokens/token-list-query.ts";
import { readListChoice } from "@/client/list-address.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "API tokens" };

export default async function ApiTokensPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/api-tokens">) {
  const { organization } = await requireWorkspace((await params).workspaceId);
  const input = tokenListInput(organization.organization_id, readListChoice(TOKEN_LIST, await searchParams));
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().apiToken.list.queryOptions(input))]}>
      <TokenListPage />
    </Prefetched>
  );
}
