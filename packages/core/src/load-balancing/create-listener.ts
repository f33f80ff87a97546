import type { Handler } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { requirePoolsOf, withListener } from "./configuration-parts.ts";

export const createListener: Handler<"loadBalancerListener.create"> = (context, { load_balancer_id, ...settings }) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const listener = { listener_id: newId("listener"), ...settings };
    requirePoolsOf(listener, before);
    return { after: withListener(before, listener), result: listener, changed: listener.listener_id };
  });
