import type { Metadata } from "next";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";
import { SitesPage } from "@/settings/sites-page.tsx";

export const metadata: Metadata = { title: "Sites" };

export default async function SitesSettingsPage({ params }: PageProps<"/workspaces/[workspaceId]/settings/sites">) {
  const { organization } = await requireWorkspace((await params).workspaceId);
  return (
    <Prefetched
      load={({ trpc, ask }) => [
        ask(trpc.siteHealth.list.queryOptions({ organization_id: organization.organization_id })),
      ]}
    >
      <SitesPage />
    </Prefetched>
  );
}
