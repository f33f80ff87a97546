// The ports that this kind of site does not have yet (docs/kvm.md). What would make something is refused. Finding and
// listing give nothing, since nothing was made, and so nothing is left to remove.
import type { LoadBalancerPort } from "../ports/load-balancer-port.ts";
import type { MetadataPort } from "../ports/metadata-port.ts";
import { unsupported } from "./unsupported.ts";

const refuse = (lacking: string) => async (): Promise<never> => {
  throw unsupported(lacking);
};
const none = async (): Promise<never[]> => [];
const gone = async (): Promise<void> => undefined;

export const loadBalancers: LoadBalancerPort = {
  apply: refuse("load balancers"),
  remove: gone,
  health: none,
  findBalancers: none,
  listBalancers: none,
};

export const metadata: MetadataPort = {
  open: refuse("metadata server"),
  close: gone,
  machineAt: async () => null,
};
