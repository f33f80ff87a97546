import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { ALL_OPERATORS, NOWHERE, operatorTokenList } from "@/operator/operator-queries.ts";
import { OperatorTokenListPage } from "@/operator/token-list.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Operator tokens" };

export default route<PageProps<"/operator/tokens">>(OperatorTokenListPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(operatorTokenList, trpc, NOWHERE, search)),
  ask(trpc.operator.list.queryOptions(ALL_OPERATORS)),
]);
