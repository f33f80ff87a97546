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
  loadBalancerHealth,
  loadBalancerList,
  loadBalancerRoute,
  loadBalancerUpdate,
} from "./load-balancer.ts";
import {
  loadBalancerPoolCreate,
  loadBalancerPoolDelete,
  loadBalancerPoolGet,
  loadBalancerPoolList,
  loadBalancerPoolUpdate,
} from "./pool.ts";
import {
  loadBalancerTargetCreate,
  loadBalancerTargetDelete,
  loadBalancerTargetGet,
  loadBalancerTargetList,
  loadBalancerTargetUpdate,
} from "./target.ts";

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
