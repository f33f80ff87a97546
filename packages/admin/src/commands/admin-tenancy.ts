import { createOrganization, createWorkspace } from "@fulmar/core/operator";
import { command } from "../program.ts";
import { answering } from "../run-command.ts";

export const organizationCommands = [
  command("create", "Create an organization with a first workspace and an empty wallet")
    .requiredOption("--name <NAME>", "its name")
    .action(
      answering(async ({ database }, { name }) => {
        const { organizationId, workspaceIds } = await createOrganization(database, { name });
        return { organization_id: organizationId, workspace_ids: workspaceIds };
      }),
    ),
];

export const workspaceCommands = [
  command("create", "Add a workspace to an organization")
    .requiredOption("--organization <ID>", "the organization")
    .requiredOption("--name <NAME>", "its name")
    .action(
      answering(async ({ database }, { organization, name }) => {
        const { workspaceId } = await createWorkspace(database, { organizationId: organization, name });
        return { workspace_id: workspaceId };
      }),
    ),
];
