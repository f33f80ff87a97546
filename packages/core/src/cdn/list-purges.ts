import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { PurgeRepository, toPurge } from "./purge-repository.ts";

export const listPurges: Handler<"cdnPurge.list"> = async (
  { sql, workspace },
  { distribution_id, status, limit, cursor },
) => {
  const purges = new PurgeRepository(sql, workspace.id, distribution_id);
  if ((await purges.distributionStatus()) === undefined) throw notFound("CDN distribution");
  const rows = await purges.list(status, decodeCursor(cursor, "purge"), limit + 1);
  return toPage(rows, limit, (row) => row.purge_id, toPurge);
};
