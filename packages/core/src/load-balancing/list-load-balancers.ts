import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { LoadBalancerRepository, toLoadBalancer } from "./load-balancer-repository.ts";

export const listLoadBalancers: Handler<"loadBalancer.list"> = async (
  { sql, workspace },
  { limit, cursor, ...filter },
) => {
  const rows = await new LoadBalancerRepository(sql, workspace.id).list(filter, decodeCursor(cursor, "lb"), limit + 1);
  return toPage(rows, limit, (row) => row.load_balancer_id, toLoadBalancer);
};
