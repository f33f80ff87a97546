"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { wholeInput } from "@/client/list.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ActionMenu } from "@/components/action-menu.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Inserts a script of the workspace's library, where it has any. */
export function ScriptMenu({ onScript }: { onScript: (content: string) => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const scripts = useQuery(trpc.startupScript.list.queryOptions(wholeInput(workspaceId))).data?.items ?? [];
  const insert = async (startup_script_id: string) => {
    const input = { workspace_id: workspaceId, startup_script_id };
    const { content } = await queryClient.fetchQuery(trpc.startupScript.content.queryOptions(input));
    onScript(content);
  };
  if (scripts.length === 0) return null;
  return (
    <ActionMenu
      label="Insert a startup script"
      text="Insert a startup script"
      actions={scripts.map(({ startup_script_id, name }) => ({
        label: name,
        refusal: null,
        onSelect: () =>
          void insert(startup_script_id).catch((failure: unknown) =>
            notify.failed("The script was not inserted", problemOf(failure).detail),
          ),
      }))}
    />
  );
}
