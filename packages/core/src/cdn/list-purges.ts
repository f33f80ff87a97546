import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { decodeCursor, toPage } from "../kernel/paging.ts";
import { PurgeRepository, toPurge } from "./purge-repository.ts";

export const listPurges: Handler<"cdnPurge.list"> = async ({ sql, workspace }, { distribution_id, status, limit, cursor }) => {
  const purges = new PurgeRepository(sql, workspace.id, distribution_id);
  if ((await purges.distributionStatus()) === undefined) throw notFound("CDN distribution");
  const rows = await purges.list(status, decodeCursor(cursor, "purge"), limit + 1);
  return toPage(rows, limit, (row) => row.purge_id, toPurge);
};
