import type { Metadata } from "next";
import { SecretList } from "@/secret-stores/secret-list.tsx";
import { readSecretList, secretListInput } from "@/secret-stores/secret-list-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Secret store" };

export default async function SecretStorePage({ params, searchParams }: PageProps<"/workspaces/[workspaceId]/secret-stores/[storeId]">) {
  const { workspaceId, storeId } = await params;
  const { choice, tag } = readSecretList(await searchParams);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().secret.list.queryOptions(secretListInput(workspaceId, storeId, choice, tag)))]}>
      <SecretList />
    </Prefetched>
  );
}
