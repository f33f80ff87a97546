import { NewOrganization, OrganizationName } from "@fulmar/contract";
import { createOrganization, renameOrganization, signedInUser } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { actingMember } from "./actor.ts";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

/** Organizations: who makes one owns it. */
export function organizationRouter(database: Database) {
  return trpc.router({
    create: procedure
      .input(parsed(NewOrganization))
      .mutation(async ({ ctx, input }): Promise<{ organization_id: string; workspace_id: string }> => {
        const by = { userId: signedInUser(ctx.credentials), requestId: ctx.requestId, sourceIp: ctx.sourceIp };
        const { organizationId, workspaceIds } = await createOrganization(database, {
          name: input.name,
          workspaceName: input.workspace_name,
          by,
        });
        return { organization_id: organizationId, workspace_id: workspaceIds[0] ?? "" };
      }),

    rename: procedure
      .input(parsed(OrganizationName))
      .mutation(async ({ ctx, input }): Promise<{ organization_id: string }> => {
        await renameOrganization(
          database,
          input,
          await actingMember(database, ctx, input.organization_id, "organization.rename"),
        );
        return { organization_id: input.organization_id };
      }),
  });
}
