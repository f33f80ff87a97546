import type { Metadata } from "next";
import { OverviewPage } from "@/overview/overview-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Overview" };

export default route<PageProps<"/workspaces/[workspaceId]">>(OverviewPage, ({ trpc, ask }, { workspaceId }) => [
  ask(trpc.overview.get.queryOptions({ workspace_id: workspaceId })),
  ask(trpc.activity.list.queryOptions({ workspace_id: workspaceId })),
]);
