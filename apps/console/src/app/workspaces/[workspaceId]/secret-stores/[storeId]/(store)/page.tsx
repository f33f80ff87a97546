import type { Metadata } from "next";
import { readListChoice } from "@/client/list-address.ts";
import { SecretList } from "@/secret-stores/secret-list.tsx";
import { SECRET_LIST, secretListInput } from "@/secret-stores/secret-list-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Secret store" };

export default async function SecretStorePage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/secret-stores/[storeId]">) {
  const { workspaceId, storeId } = await params;
  const choice = readListChoice(SECRET_LIST, await searchParams);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().secret.list.queryOptions(secretListInput(workspaceId, storeId, choice))),
      ]}
    >
      <SecretList />
    </Prefetched>
  );
}
