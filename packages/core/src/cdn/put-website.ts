import { endlessRedirect } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { invalidField, notFound } from "../request/domain-error.ts";
import { DistributionRepository } from "./distribution-repository.ts";
import { defaultDomainOf } from "./edge.ts";
import { toWebsite, WebsiteRepository } from "./website-repository.ts";

export const putWebsite: Handler<"cdnWebsite.put"> = async ({ sql, workspace }, { distribution_id, ...settings }) => {
  const distribution = await new DistributionRepository(sql, workspace.id).get(distribution_id);
  if (distribution === undefined) throw notFound("CDN distribution");
  const source = endlessRedirect(settings.redirects, [
    defaultDomainOf(distribution_id),
    ...distribution.custom_domains,
  ]);
  if (source !== undefined)
    throw invalidField(
      "redirects",
      `must not send visitors around in circles: ${source} leads back to itself or on and on`,
    );
  const websites = new WebsiteRepository(sql, workspace.id);
  await websites.put(distribution_id, settings);
  const row = await websites.get(distribution_id);
  if (row === undefined) throw notFound("CDN distribution");
  return toWebsite(row);
};
