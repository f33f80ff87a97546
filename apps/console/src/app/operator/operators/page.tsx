import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { OperatorListPage } from "@/operator/operator-list.tsx";
import { NOWHERE, operatorList } from "@/operator/operator-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Operators" };

export default route<PageProps<"/operator/operators">>(OperatorListPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(operatorList, trpc, NOWHERE, search)),
]);
