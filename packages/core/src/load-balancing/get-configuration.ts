import type { Handler } from "../request/context.ts";
import { requireConfiguration } from "./configuration-parts.ts";
import { toWritten } from "./written-configuration.ts";

export const getConfiguration: Handler<"loadBalancerConfiguration.get"> = async (context, { load_balancer_id }) =>
  toWritten(await requireConfiguration(context, load_balancer_id));
