import type { Metadata } from "next";
import { route } from "@/server/prefetch.tsx";
import { StartupScriptPage } from "@/startup-scripts/startup-script-page.tsx";

export const metadata: Metadata = { title: "Startup script" };

export default route<PageProps<"/workspaces/[workspaceId]/startup-scripts/[startupScriptId]">>(
  StartupScriptPage,
  ({ trpc, ask }, { workspaceId, startupScriptId }) => [
    ask(trpc.startupScript.get.queryOptions({ workspace_id: workspaceId, startup_script_id: startupScriptId })),
  ],
);
