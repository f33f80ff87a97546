import { unsetQuota } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { parseWorkspace } from "./workspace-option.ts";

export const unsetQuotaCommand = defineCommand({
  name: "admin quota unset",
  about: "Let a workspace have as much of something as it pays for",
  options: {
    workspace: { value: "ID", about: "the workspace" },
    resource: { value: "RESOURCE", about: "what is limited" },
  },
  async run({ database }, { workspace, resource }) {
    await unsetQuota(database, { workspaceId: parseWorkspace(workspace), resource });
    return { workspace_id: workspace, resource, limit: null };
  },
});
