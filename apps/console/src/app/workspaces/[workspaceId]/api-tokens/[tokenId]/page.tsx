import type { Metadata } from "next";
import { TokenDetailPage } from "@/api-tokens/token-detail-page.tsx";
import { tokenInputs } from "@/api-tokens/token-detail-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { services } from "@/server/services.ts";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "API token" };

export default async function ApiTokenPage({ params }: PageProps<"/workspaces/[workspaceId]/api-tokens/[tokenId]">) {
  const { workspaceId, tokenId } = await params;
  const { organization } = await requireWorkspace(workspaceId);
  const inputs = tokenInputs(organization.organization_id, workspaceId, tokenId);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().apiToken.get.queryOptions(inputs.token)),
        client.prefetchQuery(api().auditEvent.list.queryOptions(inputs.activity)),
      ]}
    >
      <TokenDetailPage tokenId={tokenId} apiUrl={`${services().configuration.publicApiUrl}/v1`} />
    </Prefetched>
  );
}
