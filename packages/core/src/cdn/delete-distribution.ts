import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { DistributionRepository } from "./distribution-repository.ts";

export const deleteDistribution: Handler<"cdnDistribution.delete"> = async (context, { distribution_id }) => {
  const deleted = await new DistributionRepository(context.sql, context.workspace.id).delete(distribution_id);
  if (!deleted) throw notFound("CDN distribution");
  return { status: "deleted", id: distribution_id };
};
