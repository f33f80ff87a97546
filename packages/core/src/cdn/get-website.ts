import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toWebsite, WebsiteRepository } from "./website-repository.ts";

export const getWebsite: Handler<"cdnWebsite.get"> = async ({ sql, workspace }, { distribution_id }) => {
  const row = await new WebsiteRepository(sql, workspace.id).get(distribution_id);
  if (row === undefined) throw notFound("CDN distribution");
  return toWebsite(row);
};
