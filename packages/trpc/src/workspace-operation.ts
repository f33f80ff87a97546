import {
  operationList,
  type Page,
  type WorkspaceOperation,
  type WorkspaceOperationDetail,
  WorkspaceOperationParams,
  WorkspaceOperationQuery,
} from "@fulmar/contract";
import { type Core, getWorkspaceOperation, listWorkspaceOperations } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import type { RequestContext } from "./context.ts";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

/** All that is done in a workspace, to VMs and volumes alike: console only. It needs what `operation.list` needs. */
export function workspaceOperationRouter({
  core,
  database,
}: {
  readonly core: Pick<Core, "enter">;
  readonly database: Database;
}) {
  const enter = (ctx: RequestContext, workspaceId: string) =>
    core.enter(operationList, ctx.credentials, workspaceId, ctx, () => undefined);
  return trpc.router({
    list: procedure
      .input(parsed(WorkspaceOperationQuery))
      .query(async ({ ctx, input }): Promise<Page<WorkspaceOperation>> => {
        const { workspace_id, ...query } = input;
        return listWorkspaceOperations(database, await enter(ctx, workspace_id), query);
      }),

    get: procedure
      .input(parsed(WorkspaceOperationParams))
      .query(
        async ({ ctx, input }): Promise<WorkspaceOperationDetail> =>
          getWorkspaceOperation(database, await enter(ctx, input.workspace_id), input.operation_id),
      ),
  });
}
