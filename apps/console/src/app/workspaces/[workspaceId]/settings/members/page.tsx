import { MANAGER_ROLES } from "@fulmar/contract";
import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";
import { MembersPage } from "@/settings/members-page.tsx";
import { invitationList, memberList } from "@/settings/settings-queries.ts";

export const metadata: Metadata = { title: "Members" };

export default async function MembersSettingsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/settings/members">) {
  const path = await params;
  const { organization } = await requireWorkspace(path.workspaceId);
  const search = await searchParams;
  return (
    <Prefetched
      load={({ trpc, ask }) => [
        ask(firstPage(memberList, trpc, path, search)),
        ...(MANAGER_ROLES.includes(organization.role) ? [ask(firstPage(invitationList, trpc, path, search))] : []),
      ]}
    >
      <MembersPage />
    </Prefetched>
  );
}
