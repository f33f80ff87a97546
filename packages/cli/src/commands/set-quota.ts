import { QuotaResource } from "@fulmar/contract";
import { setQuota } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { parseWorkspace } from "./workspace-option.ts";

export const setQuotaCommand = defineCommand({
  name: "admin quota set",
  about: "Limit how much of something a workspace may have; what it has beyond that stays",
  options: {
    workspace: { value: "ID", about: "the workspace" },
    resource: { value: "RESOURCE", about: `one of ${QuotaResource.options.join(", ")}` },
    limit: { value: "NUMBER", about: "how many, or how many gigabytes" },
  },
  async run({ database }, { workspace, resource, limit }) {
    if (!/^\d{1,10}$/.test(limit)) throw new UsageError("--limit must be a whole number, 0 or more.");
    await setQuota(database, { workspaceId: parseWorkspace(workspace), resource, limit: Number(limit) });
    return { workspace_id: workspace, resource, limit };
  },
});
