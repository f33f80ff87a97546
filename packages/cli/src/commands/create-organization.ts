import { createOrganization } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";

export const createOrganizationCommand = defineCommand({
  name: "admin organization create",
  about: "Make an organization with a first workspace and an empty wallet",
  options: { name: { value: "NAME", about: "what it is called" } },
  async run({ database }, { name }) {
    const { organizationId, workspaceIds } = await createOrganization(database, { name });
    return { organization_id: organizationId, workspace_ids: workspaceIds };
  },
});
