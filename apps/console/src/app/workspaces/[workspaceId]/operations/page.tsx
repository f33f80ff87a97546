import type { Metadata } from "next";
import { readListChoice } from "@/client/list-address.ts";
import { OperationListPage } from "@/operations/operation-list-page.tsx";
import { OPERATION_LIST, operationListInput } from "@/operations/operation-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Operations" };

export default async function OperationsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/operations">) {
  const { workspaceId } = await params;
  const choice = readListChoice(OPERATION_LIST, await searchParams);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().workspaceOperation.list.queryOptions(operationListInput(workspaceId, choice))),
      ]}
    >
      <OperationListPage />
    </Prefetched>
  );
}
