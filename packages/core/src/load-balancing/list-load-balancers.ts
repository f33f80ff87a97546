import type { Handler } from "../kernel/context.ts";
import { decodeCursor, toPage } from "../kernel/paging.ts";
import { LoadBalancerRepository, toLoadBalancer } from "./load-balancer-repository.ts";

export const listLoadBalancers: Handler<"loadBalancer.list"> = async ({ sql, workspace }, { limit, cursor, ...filter }) => {
  const rows = await new LoadBalancerRepository(sql, workspace.id).list(filter, decodeCursor(cursor, "lb"), limit + 1);
  return toPage(rows, limit, (row) => row.load_balancer_id, toLoadBalancer);
};
