import type { Handler } from "../kernel/context.ts";
import { invalidField, notFound } from "../kernel/domain-error.ts";
import { CustomDomainRepository, toCustomDomain } from "./custom-domain-repository.ts";
import { DistributionRepository } from "./distribution-repository.ts";
import { isEdgeHost } from "./edge.ts";

/** Adds a domain that its owner has yet to prove to be theirs. */
export const createCustomDomain: Handler<"cdnCustomDomain.create"> = async (context, { distribution_id, domain }) => {
  if (isEdgeHost(domain)) throw invalidField("domain", "must be a domain of your own, not one of the CDN");
  const distribution = await new DistributionRepository(context.sql, context.workspace.id).get(distribution_id);
  if (distribution === undefined) throw notFound("CDN distribution");
  return toCustomDomain(await new CustomDomainRepository(context.prisma, context.workspace.id).insert(distribution_id, domain));
};
