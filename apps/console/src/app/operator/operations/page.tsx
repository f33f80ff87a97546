import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { OperatorOperationListPage } from "@/operator/operations/operation-list.tsx";
import { NOWHERE, operatorOperationList } from "@/operator/operator-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Operations" };

export default route<PageProps<"/operator/operations">>(OperatorOperationListPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(operatorOperationList, trpc, NOWHERE, search)),
]);
