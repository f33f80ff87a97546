import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { DistributionRepository, toDistribution } from "./distribution-repository.ts";

export const listDistributions: Handler<"cdnDistribution.list"> = async (context, { limit, cursor, ...filter }) => {
  const distributions = new DistributionRepository(context.sql, context.workspace.id);
  const rows = await distributions.list(filter, decodeCursor(cursor, "cdn"), limit + 1);
  return toPage(rows, limit, (row) => row.distribution_id, toDistribution);
};
