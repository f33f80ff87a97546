import { readQuotas } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { parseWorkspace } from "./workspace-option.ts";

export const listQuotasCommand = defineCommand({
  name: "admin quota list",
  about: "Show what can be limited in a workspace, its limits, and what is used",
  options: { workspace: { value: "ID", about: "the workspace" } },
  async run({ database }, { workspace }) {
    const quotas = await readQuotas(database, parseWorkspace(workspace));
    return {
      workspace_id: workspace,
      quotas: quotas.map(({ resource, limit, used }) => ({
        resource,
        limit: limit === null ? null : String(limit),
        used: String(used),
      })),
    };
  },
});
