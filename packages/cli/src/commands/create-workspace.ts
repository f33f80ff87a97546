import { createWorkspace } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";

export const createWorkspaceCommand = defineCommand({
  name: "admin workspace create",
  about: "Add a workspace to an organization",
  options: {
    organization: { value: "ID", about: "the organization" },
    name: { value: "NAME", about: "what it is called" },
  },
  async run({ database }, { organization, name }) {
    const { workspaceId } = await createWorkspace(database, { organizationId: organization, name });
    return { workspace_id: workspaceId };
  },
});
