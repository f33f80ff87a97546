import type { Handler } from "../request/context.ts";
import { violatedConstraint } from "../request/database-error.ts";
import { invalidField, notFound } from "../request/domain-error.ts";
import { DistributionRepository, toDistribution } from "./distribution-repository.ts";

/** A name taken is 400, because the list of errors of this endpoint has no 409 (spec: CDN). */
export const updateDistribution: Handler<"cdnDistribution.update"> = async (
  context,
  { distribution_id, ...change },
) => {
  const distributions = new DistributionRepository(context.sql, context.workspace.id);
  try {
    await distributions.update(distribution_id, change);
  } catch (error) {
    if (violatedConstraint(error) !== "cdn_distribution_name_unique") throw error;
    throw invalidField("name", "is taken by another distribution of the workspace", "name_taken");
  }
  const row = await distributions.get(distribution_id);
  if (row === undefined) throw notFound("CDN distribution");
  return toDistribution(row);
};
