import type { Metadata } from "next";
import { AccessKeyListPage } from "@/access-keys/access-key-list-page.tsx";
import { ACCESS_KEY_LIST } from "@/access-keys/access-key-list-query.ts";
import { listPage, readListChoice } from "@/client/list-address.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Access keys" };

export default async function AccessKeysPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/access-keys">) {
  const { workspaceId } = await params;
  const choice = readListChoice(ACCESS_KEY_LIST, await searchParams);
  return (
    <Prefetched
      load={(client) => [client.prefetchQuery(api().accessKey.list.queryOptions(listPage(workspaceId, choice)))]}
    >
      <AccessKeyListPage />
    </Prefetched>
  );
}
