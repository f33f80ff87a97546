import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { listQuotas } from "./quota.ts";

export const listWorkspaceQuotas: Handler<"quota.list"> = async ({ sql, workspace }, { limit, cursor }) => {
  const rows = await listQuotas(sql, workspace.id, { after: decodeCursor(cursor, /^[a-z_]+$/), limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.resource,
    (row) => row,
  );
};
