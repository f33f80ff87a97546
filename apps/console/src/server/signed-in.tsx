import "server-only";
import type { Profile } from "@fulmar/contract";
import type { ReactNode } from "react";
import { OutsideShell } from "@/shell/outside-shell.tsx";
import { Shell } from "@/shell/shell.tsx";
import { WorkspaceProvider } from "@/shell/workspace.tsx";
import { lastWorkspace } from "./last-workspace.ts";

/**
 * The frame of a page without a workspace: that of the last used workspace, so that the user can return to it, or else
 * a bare one.
 */
export async function SignedIn({ profile, children }: { profile: Profile; children: ReactNode }) {
  const last = await lastWorkspace(profile);
  if (last === undefined) return <OutsideShell profile={profile}>{children}</OutsideShell>;
  return (
    <WorkspaceProvider profile={profile} organization={last.organization} workspaceId={last.workspaceId}>
      <Shell>{children}</Shell>
    </WorkspaceProvider>
  );
}
