import type { OperationAction, OperationStatus, Page, WorkspaceOperation } from "@fulmar/contract";
import type { Database } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { Entry } from "../request/door.ts";
import { toWorkspaceOperation, WorkspaceOperationRepository } from "./workspace-operation-repository.ts";

interface Query {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: OperationStatus | undefined;
  readonly action?: OperationAction | undefined;
}

/** One page of what is done in a workspace, newest first, as far as the caller may see it. */
export async function listWorkspaceOperations(
  { sql }: Pick<Database, "sql">,
  entry: Entry,
  query: Query,
): Promise<Page<WorkspaceOperation>> {
  const { limit, cursor, status, action } = query;
  const volumes = entry.caller.scopes.has("block-storage.read");
  const rows = await new WorkspaceOperationRepository(sql, entry.workspace.id).list(
    { volumes, status, action },
    decodeCursor(cursor, "op"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.operation_id, toWorkspaceOperation);
}
