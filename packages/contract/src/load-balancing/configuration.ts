import { z } from "zod";
import { Name } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { family, loadBalancerId, path } from "./balancing-fields.ts";
import { configurationProblems } from "./configuration-problems.ts";
import { listenerSettings } from "./listener.ts";
import { PoolSettings } from "./pool.ts";
import { LoadBalancerConfigurationRule } from "./rule.ts";

const ConfigurationListener = z
  .strictObject({
    ...listenerSettings,
    default_pool: Name.nullable().default(null),
    rules: z.array(LoadBalancerConfigurationRule).max(100).default([]),
  })
  .meta({ id: "LoadBalancerConfigurationListener" });

const parts = {
  pools: z.array(PoolSettings).max(100).default([]),
  listeners: z.array(ConfigurationListener).max(50).default([]),
};
const Parts = z.strictObject(parts);
export type LoadBalancerConfigurationParts = z.infer<typeof Parts>;

/**
 * All that a balancer does, in one document whose parts refer to each other by their names. What is got can be put:
 * that changes nothing.
 */
export const LoadBalancerConfiguration = z
  .strictObject(parts)
  .superRefine((configuration, context) => {
    for (const problem of configurationProblems(configuration))
      context.addIssue({ code: "custom", path: [...problem.path], message: problem.message });
  })
  .meta({
    id: "LoadBalancerConfiguration",
    examples: [
      {
        pools: [
          {
            name: "web",
            protocol: "http",
            health_check: { type: "http", path: "/healthz" },
            targets: [
              { ip: "10.20.1.10", port: 80 },
              { ip: "10.20.1.11", port: 80 },
            ],
          },
        ],
        listeners: [{ name: "http", protocol: "http", port: 80, default_pool: "web" }],
      },
    ],
  });
export type LoadBalancerConfiguration = z.infer<typeof LoadBalancerConfiguration>;

export const loadBalancerConfigurationGet = defineOperation({
  id: "loadBalancerConfiguration.get",
  resource: "load_balancer",
  family,
  method: "GET",
  path: `${path}/{load_balancer_id}/configuration`,
  scope: "load-balancer.read",
  summary: "Get the whole configuration of a load balancer",
  params: loadBalancerId,
  output: LoadBalancerConfiguration,
  errors: ["not_found"],
});

export const loadBalancerConfigurationPut = defineOperation({
  id: "loadBalancerConfiguration.put",
  resource: "load_balancer",
  family,
  method: "PUT",
  path: `${path}/{load_balancer_id}/configuration`,
  scope: "load-balancer.write",
  summary: "Replace the whole configuration of a load balancer",
  description:
    "All or nothing, and visitors meet nothing in between. Listeners and pools that keep their names keep their ids, and targets that keep their pool, VM or address, and port. Requests that come at once follow one another; the last one's configuration is what stays.",
  params: loadBalancerId,
  body: LoadBalancerConfiguration,
  output: LoadBalancerConfiguration,
  errors: ["not_found", "conflict"],
});
