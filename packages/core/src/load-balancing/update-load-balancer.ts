import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { useSecret as takeSecret } from "../secret-store/index.ts";
import { certificatesOf } from "./certificate-references.ts";
import { LoadBalancerRepository, toLoadBalancer } from "./load-balancer-repository.ts";
import { readConfiguration } from "./stored-configuration.ts";

/** Whatever names the balancer as what it uses, names it anew. */
export const updateLoadBalancer: Handler<"loadBalancer.update"> = async (
  { sql, workspace },
  { load_balancer_id: id, name, tags },
) => {
  const balancers = new LoadBalancerRepository(sql, workspace.id);
  const configuration = name === undefined ? undefined : await readConfiguration(sql, workspace.id, id);
  if (name !== undefined && configuration !== undefined) {
    for (const { secret_id } of certificatesOf(configuration))
      await takeSecret(sql, workspace.id, secret_id, { type: "load_balancer", id, name });
  }
  await balancers.update(id, { name, tags });
  const row = await balancers.get(id);
  if (row === undefined) throw notFound("load balancer");
  return toLoadBalancer(row);
};
