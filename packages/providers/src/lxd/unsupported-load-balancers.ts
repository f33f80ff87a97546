import type { LoadBalancerPort } from "../ports/load-balancer-port.ts";
import { ProviderError } from "../ports/provider-error.ts";

/** A site without load balancers: there are none to find, and none is made. */
export const unsupportedLoadBalancers: LoadBalancerPort = {
  async apply() {
    throw new ProviderError("unsupported_by_site", "This site has no load balancers; create it at another site.", {
      retryable: false,
    });
  },
  remove: async () => undefined,
  health: async () => [],
  findBalancers: async () => [],
  listBalancers: async () => [],
};
