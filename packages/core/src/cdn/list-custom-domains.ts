import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { CustomDomainRepository, toCustomDomain } from "./custom-domain-repository.ts";
import { DistributionRepository } from "./distribution-repository.ts";
import { defaultDomainOf } from "./edge.ts";

export const listCustomDomains: Handler<"cdnCustomDomain.list"> = async ({ sql, workspace }, { distribution_id }) => {
  const distribution = await new DistributionRepository(sql, workspace.id).get(distribution_id);
  if (distribution === undefined) throw notFound("CDN distribution");
  const rows = await new CustomDomainRepository(sql, workspace.id, distribution_id).list();
  return {
    distribution_id,
    default_domain: defaultDomainOf(distribution_id),
    custom_domains: rows.map(toCustomDomain),
  };
};
