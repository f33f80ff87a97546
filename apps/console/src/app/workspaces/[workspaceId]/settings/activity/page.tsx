import { MANAGER_ROLES } from "@fulmar/contract";
import type { Metadata } from "next";
import { activityList } from "@/audit/audit-filter.ts";
import { firstPage } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";
import { ActivityPage } from "@/settings/activity-page.tsx";

export const metadata: Metadata = { title: "Activity" };

export default async function ActivitySettingsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/settings/activity">) {
  const { organization } = await requireWorkspace((await params).workspaceId);
  const search = await searchParams;
  const path = { organizationId: organization.organization_id };
  return (
    <Prefetched
      load={({ trpc, ask }) =>
        MANAGER_ROLES.includes(organization.role) ? [ask(firstPage(activityList, trpc, path, search))] : []
      }
    >
      <ActivityPage />
    </Prefetched>
  );
}
