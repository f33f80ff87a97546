"use client";

import type { ApiTokenRecord } from "@fulmar/contract";
import { useWorkspace } from "@/shell/workspace.tsx";

/** The names of the workspaces that a token may use. */
export function TokenWorkspaces({ token }: { token: ApiTokenRecord }) {
  const { organization } = useWorkspace();
  if (token.workspace_policy === "entire_organization")
    return <span className="whitespace-nowrap">Entire organization</span>;
  const names = token.workspace_ids.map(
    (id) => organization.workspaces.find(({ workspace_id }) => workspace_id === id)?.name ?? id,
  );
  return <span className="block max-w-56 truncate">{names.join(", ")}</span>;
}
