import type { Reconciler } from "@fulmar/engine";
import type { WorkerServices } from "../work/worker-services.ts";
import { applyLoadBalancers } from "./apply-load-balancers.ts";
import { checkTargetHealth } from "./check-target-health.ts";
import { reconcileLoadBalancers } from "./reconcile-load-balancers.ts";

export const loadBalancingReconcilers: readonly Reconciler<WorkerServices>[] = [
  applyLoadBalancers,
  reconcileLoadBalancers,
  checkTargetHealth,
];
