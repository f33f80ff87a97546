import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NoWorkspacePage } from "@/account/no-workspace-page.tsx";
import { lastWorkspace } from "@/server/last-workspace.ts";
import { requireProfile } from "@/server/session.ts";
import { OutsideShell } from "@/shell/outside-shell.tsx";

export const metadata: Metadata = { title: "No workspace yet" };

/** Redirects to the workspace that was used last. A user without a workspace learns how to get one. */
export default async function HomePage() {
  const profile = await requireProfile();
  const last = await lastWorkspace(profile);
  if (last !== undefined) redirect(`/workspaces/${last.workspaceId}`);
  return (
    <OutsideShell profile={profile}>
      <NoWorkspacePage />
    </OutsideShell>
  );
}
