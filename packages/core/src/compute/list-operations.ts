import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { OperationRepository, toComputeOperation } from "./operation-repository.ts";

export const listOperations: Handler<"operation.list"> = async (context, { limit, cursor, ...filter }) => {
  const rows = await new OperationRepository(context.sql, context.workspace.id).list(
    filter,
    decodeCursor(cursor, "op"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.operation_id, toComputeOperation);
};
