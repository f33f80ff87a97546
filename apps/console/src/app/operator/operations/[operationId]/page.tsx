import type { Metadata } from "next";
import { OperatorOperationPage } from "@/operator/operations/operation-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Operation" };

export default route<PageProps<"/operator/operations/[operationId]">>(
  OperatorOperationPage,
  ({ trpc, ask }, { operationId }) => [ask(trpc.operatorOperation.get.queryOptions({ operation_id: operationId }))],
);
