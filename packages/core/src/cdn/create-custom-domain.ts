import type { Handler } from "../request/context.ts";
import { conflict, invalidField, notFound } from "../request/domain-error.ts";
import { CustomDomainRepository, MOST_DOMAINS, toCustomDomain } from "./custom-domain-repository.ts";
import { DistributionRepository } from "./distribution-repository.ts";
import { isEdgeHost } from "./edge.ts";

/** Adds a domain that its owner has yet to prove to be theirs. */
export const createCustomDomain: Handler<"cdnCustomDomain.create"> = async (
  { sql, workspace },
  { distribution_id, domain },
) => {
  if (isEdgeHost(domain)) throw invalidField("domain", "must be a domain of your own, not one of the CDN");
  const status = await new DistributionRepository(sql, workspace.id).hold(distribution_id);
  if (status === undefined) throw notFound("CDN distribution");
  if (status === "failed")
    throw conflict("distribution_failed", "The distribution could not be deployed; delete it and create a new one.");
  const row = await new CustomDomainRepository(sql, workspace.id, distribution_id).insert(domain);
  if (row === undefined)
    throw conflict(
      "too_many_domains",
      `The distribution has ${MOST_DOMAINS} custom domains, the most that one can have; remove one, or use another distribution.`,
    );
  return toCustomDomain(row);
};
