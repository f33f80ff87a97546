import type { Metadata } from "next";
import { TokenDetailPage } from "@/api-tokens/token-detail-page.tsx";
import { tokenInputs } from "@/api-tokens/token-queries.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { services } from "@/server/services.ts";

export const metadata: Metadata = { title: "API token" };

export default async function ApiTokenPage({ params }: PageProps<"/workspaces/[workspaceId]/api-tokens/[tokenId]">) {
  const { workspaceId, tokenId } = await params;
  const inputs = tokenInputs(workspaceId, tokenId);
  return (
    <Prefetched
      load={({ trpc, ask }) => [
        ask(trpc.apiToken.get.queryOptions(inputs.token)),
        ask(trpc.auditEvent.list.queryOptions(inputs.activity)),
      ]}
    >
      <TokenDetailPage tokenId={tokenId} apiUrl={`${services().configuration.publicApiUrl}/v1`} />
    </Prefetched>
  );
}
