import { getConfiguration, putConfiguration } from "./configuration.ts";
import { listCertificates } from "./domain-certificates.ts";
import { getMetrics } from "./get-metrics.ts";
import { createListener, deleteListener, getListener, getRoute, listListeners, updateListener } from "./listeners.ts";
import {
  createLoadBalancer,
  deleteLoadBalancer,
  getLoadBalancer,
  listLoadBalancers,
  updateLoadBalancer,
} from "./load-balancers.ts";
import {
  createPool,
  createTarget,
  deletePool,
  deleteTarget,
  getPool,
  getTarget,
  listPools,
  listTargets,
  updatePool,
  updateTarget,
} from "./pools.ts";
import { getHealth } from "./target-health.ts";

export const loadBalancingHandlers = {
  "loadBalancer.list": listLoadBalancers,
  "loadBalancer.create": createLoadBalancer,
  "loadBalancer.get": getLoadBalancer,
  "loadBalancer.update": updateLoadBalancer,
  "loadBalancer.delete": deleteLoadBalancer,
  "loadBalancer.health": getHealth,
  "loadBalancer.certificates": listCertificates,
  "loadBalancer.metrics": getMetrics,
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
