import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { memberList } from "@/settings/settings-queries.ts";
import { WorkspacesPage } from "@/settings/workspaces-page.tsx";

export const metadata: Metadata = { title: "Workspaces" };

export default async function WorkspacesSettingsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/settings/workspaces">) {
  const path = await params;
  const search = await searchParams;
  return (
    <Prefetched load={({ trpc, ask }) => [ask(firstPage(memberList, trpc, path, search))]}>
      <WorkspacesPage />
    </Prefetched>
  );
}
