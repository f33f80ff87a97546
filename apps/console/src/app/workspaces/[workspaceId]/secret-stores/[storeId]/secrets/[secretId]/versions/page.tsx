import type { Metadata } from "next";
import { SecretVersions } from "@/secret-stores/secret-versions.tsx";
import { secretInputs } from "@/secret-stores/store-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Versions of a secret" };

export default async function SecretVersionsPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/secret-stores/[storeId]/secrets/[secretId]/versions">) {
  const { workspaceId, storeId, secretId } = await params;
  const inputs = secretInputs(workspaceId, storeId, secretId);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().secretVersion.list.queryOptions(inputs.versions))]}>
      <SecretVersions />
    </Prefetched>
  );
}
