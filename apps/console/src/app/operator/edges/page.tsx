import type { Metadata } from "next";
import { EdgePage } from "@/operator/edges/edge-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Edges" };

export default route<PageProps<"/operator/edges">>(EdgePage, ({ trpc, ask }) => [
  ask(trpc.operatorEdge.list.queryOptions()),
]);
