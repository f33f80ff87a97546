import { Name, OrganizationId, WorkspaceId, WorkspaceName } from "@fulmar/contract";
import { createWorkspace, deleteWorkspace, renameWorkspace } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { z } from "zod";
import { actingMember } from "./actor.ts";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

const New = z.strictObject({ organization_id: OrganizationId, name: Name });
const One = z.strictObject({ organization_id: OrganizationId, workspace_id: WorkspaceId });
type Done = Promise<{ workspace_id: string }>;

/** The workspaces of an organization. Which there are stands in `session.me`. */
export function workspaceRouter(database: Database) {
  return trpc.router({
    create: procedure.input(parsed(New)).mutation(async ({ ctx, input }): Done => {
      const by = await actingMember(database, ctx, input.organization_id, "workspace.create");
      const { workspaceId } = await createWorkspace(database, {
        organizationId: input.organization_id,
        name: input.name,
        by,
      });
      return { workspace_id: workspaceId };
    }),

    rename: procedure.input(parsed(WorkspaceName)).mutation(async ({ ctx, input }): Done => {
      await renameWorkspace(
        database,
        input,
        await actingMember(database, ctx, input.organization_id, "workspace.rename"),
      );
      return { workspace_id: input.workspace_id };
    }),

    delete: procedure.input(parsed(One)).mutation(async ({ ctx, input }): Done => {
      const by = await actingMember(database, ctx, input.organization_id, "workspace.delete");
      await deleteWorkspace(database, { organizationId: input.organization_id, workspaceId: input.workspace_id, by });
      return { workspace_id: input.workspace_id };
    }),
  });
}
