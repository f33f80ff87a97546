// A separate module, so that it can load after the page.
import { LoadBalancerHealthCheck, PoolSettings } from "@fulmar/contract/load-balancing";
import { z } from "zod";

const { name, protocol, algorithm, sticky_sessions } = PoolSettings.shape;

/** A pool's settings in the form's shape: the health check's fields are beside the others. */
export const PoolForm = z.object({ name, protocol, algorithm, sticky_sessions, ...LoadBalancerHealthCheck.shape });
