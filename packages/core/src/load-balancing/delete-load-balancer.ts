import { lockLoadBalancer, ReservedIpRepository } from "../networking/index.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { releaseSecret } from "../secret-store/index.ts";
import { LoadBalancerRepository } from "./load-balancer-repository.ts";

/** Deletes a balancer at once; a reserved IP stays with the workspace, and its secrets may be deleted from now on. */
export const deleteLoadBalancer: Handler<"loadBalancer.delete"> = async (
  { sql, workspace },
  { load_balancer_id: id },
) => {
  if ((await lockLoadBalancer(sql, workspace.id, id)) === undefined) throw notFound("load balancer");
  const ips = new ReservedIpRepository(sql, workspace.id);
  const publicIp = await ips.findOfLoadBalancer(id);
  if (publicIp !== undefined) await ips.detach(publicIp);
  await releaseSecret(sql, workspace.id, { type: "load_balancer", id });
  await new LoadBalancerRepository(sql, workspace.id).delete(id);
  return { status: "deleted", id };
};
