import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { LoadBalancerRepository, toLoadBalancer } from "./load-balancer-repository.ts";

export const getLoadBalancer: Handler<"loadBalancer.get"> = async ({ sql, workspace }, { load_balancer_id }) => {
  const row = await new LoadBalancerRepository(sql, workspace.id).get(load_balancer_id);
  if (row === undefined) throw notFound("load balancer");
  return toLoadBalancer(row);
};
