import type { Handler } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { requirePool, withPool, withTarget } from "./configuration-parts.ts";

export const createTarget: Handler<"loadBalancerTarget.create"> = (
  context,
  { load_balancer_id, pool_id, ...settings },
) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const target = { target_id: newId("target"), ...settings };
    return { after: withPool(before, withTarget(requirePool(before, pool_id), target)), result: target };
  });
