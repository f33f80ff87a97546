import type { LoadBalancerPort } from "../ports/load-balancer-port.ts";
import { ProviderError } from "../ports/provider-error.ts";
import type { ServerEndpoint, ServerProvider } from "../ports/provider-kind.ts";
import { lxdAdoption } from "./adoption/lxd-adoption.ts";
import { LxdClient } from "./client/lxd-client.ts";
import { lxdCompute } from "./compute/lxd-compute.ts";
import { lxdImages } from "./images/lxd-images.ts";
import { lxdInventory } from "./inventory/lxd-inventory.ts";
import type { LxdSite } from "./lxd-site.ts";
import { lxdMetadata } from "./metadata/lxd-metadata.ts";
import { lxdMetrics } from "./metrics/lxd-metrics.ts";
import { lxdNetworks } from "./network/lxd-networks.ts";
import { lxdRecovery } from "./recovery/lxd-recovery.ts";
import { lxdHosts } from "./site/lxd-hosts.ts";
import { inspectSite, lxdSitePort } from "./site/lxd-site-port.ts";
import { restrictProject } from "./site/restrictions.ts";
import { lxdVolumes } from "./volumes/lxd-volumes.ts";

/** How a site is set up on a server. */
export interface LxdSiteOptions extends Omit<LxdSite, "client"> {
  readonly endpoint: ServerEndpoint;
  readonly project: string;
}

/**
 * A site on an LXD or Incus server, or a cluster of them. @throws Error when the endpoint or a certificate cannot be
 * read
 */
export function lxdProvider({ endpoint, project, ...options }: LxdSiteOptions): ServerProvider {
  const client = new LxdClient(endpoint, project);
  const site: LxdSite = { client, ...options };
  return {
    // The server does not announce that it is busy. Its calls fail as retryable instead.
    beginStep: async () => 0,
    adoption: lxdAdoption(site),
    compute: lxdCompute(site),
    hosts: lxdHosts(site),
    images: lxdImages(site),
    inventory: lxdInventory(site),
    loadBalancers: unsupportedLoadBalancers,
    metadata: lxdMetadata(site),
    metrics: lxdMetrics(site),
    networks: lxdNetworks(site),
    recovery: lxdRecovery(site),
    site: lxdSitePort(site),
    volumes: lxdVolumes(site),
    inspect: (signal) => inspectSite(site, signal),
    restrict: (signal) => restrictProject(site, signal),
    close: () => client.close(),
  };
}

/** The port of a site without load balancers: it finds none and creates none. */
const unsupportedLoadBalancers: LoadBalancerPort = {
  async apply() {
    throw new ProviderError(
      "unsupported_by_site",
      "This site has no load balancers; create the load balancer at another site.",
      {
        retryable: false,
      },
    );
  },
  remove: async () => undefined,
  health: async () => [],
  findBalancers: async () => [],
  listBalancers: async () => [],
};
