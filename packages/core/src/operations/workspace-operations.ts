import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toOperationSteps } from "./list-operation-steps.ts";
import { toWorkspaceOperation, WorkspaceOperationRepository } from "./workspace-operation-repository.ts";

/** One page of what is done in a workspace, newest first, as far as the caller may see it. */
export const listWorkspaceOperations: Handler<"workspaceOperation.list"> = async (
  { sql, workspace, caller },
  { limit, cursor, status, action },
) => {
  const volumes = caller.scopes.has("block-storage.read");
  const rows = await new WorkspaceOperationRepository(sql, workspace.id).list(
    { volumes, status, action },
    decodeCursor(cursor, "op"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.operation_id, toWorkspaceOperation);
};

/** One operation of a workspace and its steps; 404 also for what the caller may not see. */
export const getWorkspaceOperation: Handler<"workspaceOperation.get"> = async (
  { sql, workspace, caller },
  { operation_id },
) => {
  const found = await new WorkspaceOperationRepository(sql, workspace.id).get(
    operation_id,
    caller.scopes.has("block-storage.read"),
  );
  if (found === undefined) throw notFound("operation");
  const { saga, steps, ...row } = found;
  return { ...toWorkspaceOperation(row), steps: toOperationSteps({ saga, steps, status: row.status }) };
};
