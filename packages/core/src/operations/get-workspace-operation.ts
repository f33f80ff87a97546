import type { WorkspaceOperationDetail } from "@fulmar/contract";
import type { Database } from "@fulmar/prisma";
import { notFound } from "../request/domain-error.ts";
import type { Entry } from "../request/door.ts";
import { toOperationSteps } from "./list-operation-steps.ts";
import { toWorkspaceOperation, WorkspaceOperationRepository } from "./workspace-operation-repository.ts";

/** One operation of a workspace and its steps. @throws DomainError 404, also for what the caller may not see */
export async function getWorkspaceOperation(
  { sql }: Pick<Database, "sql">,
  entry: Entry,
  operationId: string,
): Promise<WorkspaceOperationDetail> {
  const found = await new WorkspaceOperationRepository(sql, entry.workspace.id).get(
    operationId,
    entry.caller.scopes.has("block-storage.read"),
  );
  if (found === undefined) throw notFound("operation");
  const { saga, steps, ...row } = found;
  return { ...toWorkspaceOperation(row), steps: toOperationSteps({ saga, steps, status: row.status }) };
}
