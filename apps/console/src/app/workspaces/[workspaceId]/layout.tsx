import { requireWorkspace } from "@/server/session.ts";
import { Shell } from "@/shell/shell.tsx";
import { WorkspaceProvider } from "@/shell/workspace.tsx";

export default async function WorkspaceLayout({ params, children }: LayoutProps<"/workspaces/[workspaceId]">) {
  const { workspaceId } = await params;
  const { profile, organization } = await requireWorkspace(workspaceId);
  return (
    <WorkspaceProvider profile={profile} organization={organization} workspaceId={workspaceId}>
      <Shell>{children}</Shell>
    </WorkspaceProvider>
  );
}
