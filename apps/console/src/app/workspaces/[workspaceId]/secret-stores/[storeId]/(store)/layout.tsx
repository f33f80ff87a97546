import { StoreFrame } from "@/secret-stores/store-frame.tsx";
import { storeInput } from "@/secret-stores/store-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export default async function SecretStoreLayout({
  params,
  children,
}: LayoutProps<"/workspaces/[workspaceId]/secret-stores/[storeId]">) {
  const { workspaceId, storeId } = await params;
  return (
    <Prefetched
      load={(client) => [client.prefetchQuery(api().secretStore.get.queryOptions(storeInput(workspaceId, storeId)))]}
    >
      <StoreFrame storeId={storeId}>{children}</StoreFrame>
    </Prefetched>
  );
}
