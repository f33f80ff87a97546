import type { Metadata } from "next";
import { OperationPage } from "@/operations/operation-page.tsx";
import { operationInput } from "@/operations/operation-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Operation" };

export default async function WorkspaceOperationPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/operations/[operationId]">) {
  const { workspaceId, operationId } = await params;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().workspaceOperation.get.queryOptions(operationInput(workspaceId, operationId))),
      ]}
    >
      <OperationPage operationId={operationId} />
    </Prefetched>
  );
}
