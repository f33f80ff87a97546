import type { CreateCdnDistribution } from "@fulmar/contract";
import { BucketRepository } from "../object-storage/index.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { invalidField } from "../request/domain-error.ts";
import { distributionNameTaken, originNotFound } from "./constraint-errors.ts";
import { customOriginProblem } from "./custom-origin.ts";
import { DistributionRepository, toDistribution } from "./distribution-repository.ts";

/** Checks the origin and the name, asks billing, then writes the distribution (spec: CDN). */
export const createDistribution: Handler<"cdnDistribution.create"> = async (context, input) => {
  const bucketId = await originBucket(context, input);
  const distributions = new DistributionRepository(context.sql, context.workspace.id);
  if (await distributions.isNameTaken(input.name)) throw distributionNameTaken();
  await context.admit({ skuCode: "cdn.distribution" });
  return toDistribution(await distributions.insert(input, bucketId));
};

/**
 * The id of the bucket that is the origin; null when the origin is a URL, which must be a public one. @throws
 * DomainError 400
 */
async function originBucket(
  context: RequestContext,
  { origin_type, origin_id }: CreateCdnDistribution,
): Promise<string | null> {
  if (origin_type === "custom") {
    const problem = customOriginProblem(origin_id);
    if (problem !== undefined) throw invalidField("origin_id", problem);
    return null;
  }
  const bucket = await new BucketRepository(context.sql, context.workspace.id).get(origin_id);
  if (bucket === undefined) throw originNotFound();
  return bucket.bucket_id;
}
