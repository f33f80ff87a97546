import type { WorkspacePath } from "@/client/list.ts";
import type { Trpc } from "@/client/trpc.ts";

/** The names of the resources that a list's rows refer to. */
export function namesQuestion(trpc: Trpc, { workspaceId }: WorkspacePath, ids: readonly (string | null)[]) {
  return trpc.search.named.queryOptions({
    workspace_id: workspaceId,
    ids: [...new Set(ids.filter((id) => id !== null))],
  });
}
