import type { Metadata } from "next";
import { SecretOverview } from "@/secret-stores/secret-overview.tsx";
import { secretInputs } from "@/secret-stores/store-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Secret" };

export default async function SecretPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/secret-stores/[storeId]/secrets/[secretId]">) {
  const { workspaceId, storeId, secretId } = await params;
  const inputs = secretInputs(workspaceId, storeId, secretId);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().secretVersion.list.queryOptions(inputs.versions))]}>
      <SecretOverview />
    </Prefetched>
  );
}
