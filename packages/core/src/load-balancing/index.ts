import type { Reconciler } from "@fulmar/engine";
import type { WorkerServices } from "../work/worker-services.ts";
import { applyLoadBalancers } from "./apply-load-balancers.ts";
import { followTargetTags } from "./follow-target-tags.ts";
import { forgetBalancerMetrics } from "./get-metrics.ts";
import { orderCertificates } from "./order-certificates.ts";
import { reconcileLoadBalancers } from "./reconcile-load-balancers.ts";
import { checkTargetHealth } from "./target-health.ts";

export { balancerZone } from "./balancer-zone.ts";
export { resealDomainKeys } from "./domain-certificates.ts";
export { loadBalancingHandlers } from "./handlers.ts";
export { loadBalancingConstraintErrors } from "./load-balancers.ts";
export { saveConfigurationRows } from "./stored-configuration.ts";

export const loadBalancingReconcilers: readonly Reconciler<WorkerServices>[] = [
  applyLoadBalancers,
  orderCertificates,
  reconcileLoadBalancers,
  checkTargetHealth,
  followTargetTags,
  forgetBalancerMetrics,
];
