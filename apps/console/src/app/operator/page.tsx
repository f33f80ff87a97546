import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { latestEventList, NOWHERE } from "@/operator/operator-queries.ts";
import { COUNTED } from "@/operator/overview-counts.ts";
import { OperatorOverviewPage } from "@/operator/overview-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Operator" };

export default route<PageProps<"/operator">>(OperatorOverviewPage, ({ trpc, ask }) => [
  ...COUNTED.map(({ question }) => ask(question(trpc))),
  ask(firstPage(latestEventList, trpc, NOWHERE, {})),
]);
