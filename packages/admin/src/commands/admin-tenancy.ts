import { createOrganization, createWorkspace, listOrganizations } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command } from "../program.ts";

const LIST_LIMIT = 100;

export const organizationCommands = ({ answering }: Actions) => [
  command("list", `List the organizations, with their owners and balances: the newest ${LIST_LIMIT}`)
    .option("--search <TEXT>", "part of the name, or of the e-mail address of a member")
    .option("--cursor <CURSOR>", "the cursor from the previous answer")
    .action(
      answering(async ({ database }, { search, cursor }) => {
        const { items, nextCursor } = await listOrganizations(database, { search, limit: LIST_LIMIT, cursor });
        return {
          organizations: items.map(({ workspace_ids, owners, suspended_at, created_at, ...organization }) => ({
            ...organization,
            suspended_at: suspended_at?.toISOString() ?? null,
            workspace_ids: workspace_ids.join(","),
            owners: owners.join(","),
            created_at: created_at.toISOString(),
          })),
          next_cursor: nextCursor,
        };
      }),
    ),
  command("create", "Create an organization with a first workspace and an empty wallet")
    .requiredOption("--name <NAME>", "its name")
    .action(
      answering(async ({ database }, { name }) => {
        const { organizationId, workspaceIds } = await createOrganization(database, { name });
        return { organization_id: organizationId, workspace_ids: workspaceIds };
      }),
    ),
];

export const workspaceCommands = ({ answering }: Actions) => [
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
