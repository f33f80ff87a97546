import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { EdgePage } from "@/operator/edges/edge-page.tsx";
import { failedWebhookList, NOWHERE } from "@/operator/operator-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Edges" };

export default route<PageProps<"/operator/edges">>(EdgePage, ({ trpc, ask }, _path, search) => [
  ask(trpc.operatorEdge.list.queryOptions()),
  ask(firstPage(failedWebhookList, trpc, NOWHERE, search)),
]);
