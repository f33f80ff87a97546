import { loadBalancerMetrics } from "./balancer-metrics.ts";
import { loadBalancerCertificates } from "./certificates.ts";
import { configurationOperations } from "./configuration.ts";
import { listenerOperations } from "./listener.ts";
import { loadBalancerHealth, loadBalancerOperations, loadBalancerRoute } from "./load-balancer.ts";
import { poolOperations } from "./pool.ts";
import { targetOperations } from "./target.ts";

export * from "./balancer-metrics.ts";
export * from "./certificates.ts";
export * from "./configuration.ts";
export type { ConfigurationPart, ConfigurationProblem } from "./configuration-problem.ts";
export * from "./listener.ts";
export * from "./load-balancer.ts";
export * from "./pool.ts";
export * from "./route-request.ts";
export * from "./rule.ts";
export * from "./states.ts";
export * from "./target.ts";

/** The family's operations, in the documentation's order. */
export const loadBalancingOperations = [
  ...loadBalancerOperations,
  ...configurationOperations,
  loadBalancerHealth,
  loadBalancerCertificates,
  loadBalancerMetrics,
  loadBalancerRoute,
  ...listenerOperations,
  ...poolOperations,
  ...targetOperations,
] as const;
