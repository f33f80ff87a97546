import { loadBalancerConfigurationGet, loadBalancerConfigurationPut } from "./configuration.ts";
import {
  loadBalancerListenerCreate,
  loadBalancerListenerDelete,
  loadBalancerListenerGet,
  loadBalancerListenerList,
  loadBalancerListenerUpdate,
} from "./listener.ts";
import {
  loadBalancerCreate,
  loadBalancerDelete,
  loadBalancerGet,
  loadBalancerList,
  loadBalancerUpdate,
} from "./load-balancer.ts";
import {
  loadBalancerPoolCreate,
  loadBalancerPoolDelete,
  loadBalancerPoolGet,
  loadBalancerPoolList,
  loadBalancerPoolUpdate,
} from "./pool.ts";
import { loadBalancerRoute } from "./route.ts";
import {
  loadBalancerTargetCreate,
  loadBalancerTargetDelete,
  loadBalancerTargetGet,
  loadBalancerTargetList,
  loadBalancerTargetUpdate,
} from "./target.ts";
import { loadBalancerHealth } from "./target-health.ts";

export const loadBalancingOperations = [
  loadBalancerList,
  loadBalancerCreate,
  loadBalancerGet,
  loadBalancerUpdate,
  loadBalancerDelete,
  loadBalancerConfigurationGet,
  loadBalancerConfigurationPut,
  loadBalancerHealth,
  loadBalancerRoute,
  loadBalancerListenerList,
  loadBalancerListenerCreate,
  loadBalancerListenerGet,
  loadBalancerListenerUpdate,
  loadBalancerListenerDelete,
  loadBalancerPoolList,
  loadBalancerPoolCreate,
  loadBalancerPoolGet,
  loadBalancerPoolUpdate,
  loadBalancerPoolDelete,
  loadBalancerTargetList,
  loadBalancerTargetCreate,
  loadBalancerTargetGet,
  loadBalancerTargetUpdate,
  loadBalancerTargetDelete,
] as const;
