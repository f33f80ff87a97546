import { MANAGER_ROLES } from "@fulmar/contract";
import type { Metadata } from "next";
import { ACTIVITY_LIST } from "@/audit/audit-filter.ts";
import { readListChoice } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";
import { ActivityPage } from "@/settings/activity-page.tsx";
import { activityInput } from "@/settings/settings-queries.ts";

export const metadata: Metadata = { title: "Activity" };

export default async function ActivitySettingsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/settings/activity">) {
  const { organization } = await requireWorkspace((await params).workspaceId);
  const input = activityInput(organization.organization_id, readListChoice(ACTIVITY_LIST, await searchParams));
  return (
    <Prefetched
      load={({ trpc, ask }) =>
        MANAGER_ROLES.includes(organization.role) ? [ask(trpc.organizationEvent.list.queryOptions(input))] : []
      }
    >
      <ActivityPage />
    </Prefetched>
  );
}
