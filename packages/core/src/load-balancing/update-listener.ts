import type { Handler } from "../request/context.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { changed } from "./changed-part.ts";
import { requireListener, requirePoolsOf, withListener } from "./configuration-parts.ts";

export const updateListener: Handler<"loadBalancerListener.update"> = (
  context,
  { load_balancer_id, listener_id, ...change },
) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const listener = changed(requireListener(before, listener_id), change);
    requirePoolsOf(listener, before);
    return { after: withListener(before, listener), result: listener, changed: listener_id };
  });
