import type { Handler } from "../request/context.ts";
import { requireConfiguration, requireListener } from "./configuration-parts.ts";

export const getListener: Handler<"loadBalancerListener.get"> = async (context, { load_balancer_id, listener_id }) =>
  requireListener(await requireConfiguration(context, load_balancer_id), listener_id);
