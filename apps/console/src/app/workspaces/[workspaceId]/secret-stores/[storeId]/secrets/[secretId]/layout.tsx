import { SecretFrame } from "@/secret-stores/secret-frame.tsx";
import { secretInputs, storeInput } from "@/secret-stores/store-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export default async function SecretLayout({
  params,
  children,
}: LayoutProps<"/workspaces/[workspaceId]/secret-stores/[storeId]/secrets/[secretId]">) {
  const { workspaceId, storeId, secretId } = await params;
  const inputs = secretInputs(workspaceId, storeId, secretId);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().secretStore.get.queryOptions(storeInput(workspaceId, storeId))),
        client.prefetchQuery(api().secret.get.queryOptions(inputs.secret)),
      ]}
    >
      <SecretFrame storeId={storeId} secretId={secretId}>
        {children}
      </SecretFrame>
    </Prefetched>
  );
}
