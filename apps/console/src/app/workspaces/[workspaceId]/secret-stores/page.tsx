import type { Metadata } from "next";
import { listPage, readListChoice } from "@/client/list-address.ts";
import { StoreListPage } from "@/secret-stores/store-list-page.tsx";
import { STORE_LIST } from "@/secret-stores/store-list-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Secret stores" };

export default async function SecretStoresPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/secret-stores">) {
  const { workspaceId } = await params;
  const choice = readListChoice(STORE_LIST, await searchParams);
  return (
    <Prefetched
      load={(client) => [client.prefetchQuery(api().secretStore.list.queryOptions(listPage(workspaceId, choice)))]}
    >
      <StoreListPage />
    </Prefetched>
  );
}
