import { MANAGER_ROLES } from "@fulmar/contract";
import type { Metadata } from "next";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";
import { MembersPage } from "@/settings/members-page.tsx";
import { membersInput } from "@/settings/settings-queries.ts";

export const metadata: Metadata = { title: "Members" };

export default async function MembersSettingsPage({ params }: PageProps<"/workspaces/[workspaceId]/settings/members">) {
  const { organization } = await requireWorkspace((await params).workspaceId);
  const input = membersInput(organization.organization_id);
  return (
    <Prefetched
      load={({ trpc, ask }) => [
        ask(trpc.member.list.queryOptions(input)),
        ...(MANAGER_ROLES.includes(organization.role) ? [ask(trpc.invitation.list.queryOptions(input))] : []),
      ]}
    >
      <MembersPage />
    </Prefetched>
  );
}
