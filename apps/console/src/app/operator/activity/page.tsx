import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { OperatorActivityPage } from "@/operator/activity-page.tsx";
import { NOWHERE, operatorEventList } from "@/operator/operator-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Operator activity" };

export default route<PageProps<"/operator/activity">>(OperatorActivityPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(operatorEventList, trpc, NOWHERE, search)),
]);
