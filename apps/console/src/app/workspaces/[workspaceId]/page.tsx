import type { Metadata } from "next";
import { OverviewPage } from "@/overview/overview-page.tsx";
import { overviewInput } from "@/overview/overview-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Overview" };

export default route<PageProps<"/workspaces/[workspaceId]">>(OverviewPage, ({ trpc, ask }, { workspaceId }) => [
  ask(trpc.overview.get.queryOptions(overviewInput(workspaceId))),
  ask(trpc.activity.list.queryOptions(overviewInput(workspaceId))),
]);
