import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { PurgeRepository, toPurge } from "./purge-repository.ts";

export const getPurge: Handler<"cdnPurge.get"> = async ({ sql, workspace }, { distribution_id, purge_id }) => {
  const row = await new PurgeRepository(sql, workspace.id, distribution_id).get(purge_id);
  if (row === undefined) throw notFound("CDN purge");
  return toPurge(row);
};
