import { createListener } from "./create-listener.ts";
import { createLoadBalancer } from "./create-load-balancer.ts";
import { createPool } from "./create-pool.ts";
import { createTarget } from "./create-target.ts";
import { deleteListener } from "./delete-listener.ts";
import { deleteLoadBalancer } from "./delete-load-balancer.ts";
import { deletePool } from "./delete-pool.ts";
import { deleteTarget } from "./delete-target.ts";
import { getConfiguration } from "./get-configuration.ts";
import { getHealth } from "./get-health.ts";
import { getListener } from "./get-listener.ts";
import { getLoadBalancer } from "./get-load-balancer.ts";
import { getPool } from "./get-pool.ts";
import { getRoute } from "./get-route.ts";
import { getTarget } from "./get-target.ts";
import { listListeners } from "./list-listeners.ts";
import { listLoadBalancers } from "./list-load-balancers.ts";
import { listPools } from "./list-pools.ts";
import { listTargets } from "./list-targets.ts";
import { putConfiguration } from "./put-configuration.ts";
import { updateListener } from "./update-listener.ts";
import { updateLoadBalancer } from "./update-load-balancer.ts";
import { updatePool } from "./update-pool.ts";
import { updateTarget } from "./update-target.ts";

export const loadBalancingHandlers = {
  "loadBalancer.list": listLoadBalancers,
  "loadBalancer.create": createLoadBalancer,
  "loadBalancer.get": getLoadBalancer,
  "loadBalancer.update": updateLoadBalancer,
  "loadBalancer.delete": deleteLoadBalancer,
  "loadBalancer.health": getHealth,
  "loadBalancer.route": getRoute,
  "loadBalancerConfiguration.get": getConfiguration,
  "loadBalancerConfiguration.put": putConfiguration,
  "loadBalancerListener.list": listListeners,
  "loadBalancerListener.create": createListener,
  "loadBalancerListener.get": getListener,
  "loadBalancerListener.update": updateListener,
  "loadBalancerListener.delete": deleteListener,
  "loadBalancerPool.list": listPools,
  "loadBalancerPool.create": createPool,
  "loadBalancerPool.get": getPool,
  "loadBalancerPool.update": updatePool,
  "loadBalancerPool.delete": deletePool,
  "loadBalancerTarget.list": listTargets,
  "loadBalancerTarget.create": createTarget,
  "loadBalancerTarget.get": getTarget,
  "loadBalancerTarget.update": updateTarget,
  "loadBalancerTarget.delete": deleteTarget,
} as const;
