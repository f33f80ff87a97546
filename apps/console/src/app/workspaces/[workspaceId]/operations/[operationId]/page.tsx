import type { Metadata } from "next";
import { OperationPage } from "@/operations/operation-page.tsx";
import { operationInput } from "@/operations/operation-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Operation" };

export default route<PageProps<"/workspaces/[workspaceId]/operations/[operationId]">>(
  OperationPage,
  ({ trpc, ask }, { workspaceId, operationId }) => [
    ask(trpc.workspaceOperation.get.queryOptions(operationInput(workspaceId, operationId))),
  ],
);
