import type { Metadata } from "next";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";
import { SitesPage } from "@/settings/sites-page.tsx";

export const metadata: Metadata = { title: "Sites" };

export default async function SitesSettingsPage({ params }: PageProps<"/workspaces/[workspaceId]/settings/sites">) {
  const { organization } = await requireWorkspace((await params).workspaceId);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().siteHealth.list.queryOptions({ organization_id: organization.organization_id })),
      ]}
    >
      <SitesPage />
    </Prefetched>
  );
}
