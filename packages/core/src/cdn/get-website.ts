import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { toWebsite, WebsiteRepository } from "./website-repository.ts";

export const getWebsite: Handler<"cdnWebsite.get"> = async ({ sql, workspace }, { distribution_id }) => {
  const row = await new WebsiteRepository(sql, workspace.id).get(distribution_id);
  if (row === undefined) throw notFound("CDN distribution");
  return toWebsite(row);
};
