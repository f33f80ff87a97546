import type { Metadata } from "next";
import { CreateSecretPage } from "@/secret-stores/create-secret-page.tsx";
import { storeInput } from "@/secret-stores/store-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "New secret" };

export default async function NewSecretPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/secret-stores/[storeId]/secrets/new">) {
  const { workspaceId, storeId } = await params;
  return (
    <Prefetched
      load={(client) => [client.prefetchQuery(api().secretStore.get.queryOptions(storeInput(workspaceId, storeId)))]}
    >
      <CreateSecretPage storeId={storeId} />
    </Prefetched>
  );
}
