import type { Handler } from "../request/context.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { toStored, toWritten } from "./written-configuration.ts";

export const putConfiguration: Handler<"loadBalancerConfiguration.put"> = (
  context,
  { load_balancer_id, ...configuration },
) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const after = toStored(configuration, before);
    return { after, result: toWritten(after) };
  });
