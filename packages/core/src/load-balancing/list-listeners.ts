import type { Handler } from "../request/context.ts";
import { pageOfParts, requireConfiguration } from "./configuration-parts.ts";

export const listListeners: Handler<"loadBalancerListener.list"> = async (context, { load_balancer_id, ...page }) => {
  const { listeners } = await requireConfiguration(context, load_balancer_id);
  return pageOfParts(listeners, page, "listener", ({ listener_id }) => listener_id);
};
