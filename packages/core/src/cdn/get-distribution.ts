import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { DistributionRepository, toDistribution } from "./distribution-repository.ts";

export const getDistribution: Handler<"cdnDistribution.get"> = async (context, { distribution_id }) => {
  const row = await new DistributionRepository(context.sql, context.workspace.id).get(distribution_id);
  if (row === undefined) throw notFound("CDN distribution");
  return toDistribution(row);
};
