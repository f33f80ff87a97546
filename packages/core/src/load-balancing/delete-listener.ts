import type { Handler } from "../request/context.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { requireListener } from "./configuration-parts.ts";

export const deleteListener: Handler<"loadBalancerListener.delete"> = (context, { load_balancer_id, listener_id }) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    requireListener(before, listener_id);
    const listeners = before.listeners.filter((listener) => listener.listener_id !== listener_id);
    return { after: { ...before, listeners }, result: { status: "deleted", id: listener_id } };
  });
