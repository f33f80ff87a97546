import type { Metadata } from "next";
import { TokenListPage } from "@/api-tokens/token-list.tsx";
import { tokenList } from "@/api-tokens/token-queries.ts";
import { firstPage } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "API tokens" };

export default async function ApiTokensPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/api-tokens">) {
  const search = await searchParams;
  const { organization } = await requireWorkspace((await params).workspaceId);
  const path = { organizationId: organization.organization_id };
  return (
    <Prefetched load={({ trpc, ask }) => [ask(firstPage(tokenList, trpc, path, search))]}>
      <TokenListPage />
    </Prefetched>
  );
}
