import { routeRequest } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { requireConfiguration } from "./configuration-parts.ts";

export const getRoute: Handler<"loadBalancer.route"> = async (context, { load_balancer_id, ...request }) => {
  const { listeners } = await requireConfiguration(context, load_balancer_id);
  const route = routeRequest(listeners, request);
  return {
    pool_id: route.kind === "pool" ? route.poolId : null,
    redirect: route.kind === "redirect" ? { location: route.location, status: route.status } : null,
  };
};
