import type { Metadata } from "next";
import { OverviewPage } from "@/overview/overview-page.tsx";
import { overviewInput } from "@/overview/overview-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Overview" };

export default async function WorkspacePage({ params }: PageProps<"/workspaces/[workspaceId]">) {
  const { workspaceId } = await params;
  const input = overviewInput(workspaceId);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().overview.get.queryOptions(input)),
        client.prefetchQuery(api().activity.list.queryOptions(input)),
      ]}
    >
      <OverviewPage />
    </Prefetched>
  );
}
