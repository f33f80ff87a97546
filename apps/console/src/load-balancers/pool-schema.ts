// A module of its own, so that it can come after the page.
import { LoadBalancerHealthCheck, PoolSettings } from "@fulmar/contract/load-balancing";
import { z } from "zod";

const { name, protocol, algorithm, sticky_sessions } = PoolSettings.shape;

/** A pool's settings as its form holds them: those of the health check beside the others. */
export const PoolForm = z.object({ name, protocol, algorithm, sticky_sessions, ...LoadBalancerHealthCheck.shape });
