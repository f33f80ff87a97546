import type { ResourceDefinition } from "../declaration/resource.ts";

const common = { scope: "load-balancer.read", topic: "load_balancer" } as const;

/** A change of a part is announced as a change of its load balancer. */
export const loadBalancingResources = {
  load_balancer: {
    ...common,
    title: ["Load balancer", "Load balancers"],
    prefix: "lb",
    parameter: "load_balancer_id",
    field: "load_balancer_id",
    parents: [],
    page: "load-balancers/{id}",
  },
  load_balancer_pool: {
    ...common,
    title: ["Pool", "Pools"],
    prefix: "pool",
    parameter: "pool_id",
    field: "pool_id",
    parents: ["load_balancer"],
    page: "load-balancers/{parent}/pools",
  },
  load_balancer_target: {
    ...common,
    title: ["Target", "Targets"],
    prefix: "target",
    parameter: "target_id",
    field: "target_id",
    parents: ["load_balancer", "load_balancer_pool"],
    page: "load-balancers/{parent}/pools",
  },
  load_balancer_listener: {
    ...common,
    title: ["Listener", "Listeners"],
    prefix: "listener",
    parameter: "listener_id",
    field: "listener_id",
    parents: ["load_balancer"],
    page: "load-balancers/{parent}/listeners",
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
