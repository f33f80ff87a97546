import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { latestEventList, NOWHERE } from "@/operator/operator-queries.ts";
import { OperatorOverviewPage } from "@/operator/overview-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Operator" };

export default route<PageProps<"/operator">>(OperatorOverviewPage, ({ trpc, ask }) => [
  ask(trpc.operatorOverview.get.queryOptions()),
  ask(trpc.operatorSite.list.queryOptions()),
  ask(firstPage(latestEventList, trpc, NOWHERE, {})),
]);
