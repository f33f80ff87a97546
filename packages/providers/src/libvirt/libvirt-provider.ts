import type { ServerEndpoint, ServerProvider } from "../ports/provider-kind.ts";
import { LibvirtClient } from "./client/libvirt-client.ts";
import { libvirtCompute } from "./compute/libvirt-compute.ts";
import { libvirtInventory } from "./inventory/libvirt-inventory.ts";
import type { LibvirtSite } from "./libvirt-site.ts";
import { libvirtMetrics } from "./metrics/libvirt-metrics.ts";
import { adoption, images, loadBalancers, metadata, networks, withoutMoves } from "./missing-ports.ts";
import { libvirtRecovery } from "./recovery/libvirt-recovery.ts";
import { inspectSite, listHosts } from "./site/inspect-site.ts";
import { libvirtVolumes } from "./volumes/libvirt-volumes.ts";

/** How a site is set up on a host. */
export interface LibvirtSiteOptions extends Omit<LibvirtSite, "client"> {
  readonly endpoint: ServerEndpoint;
}

/** A site on a host with libvirt and QEMU. @throws Error when the endpoint or a certificate cannot be read */
export function libvirtProvider({ endpoint, ...options }: LibvirtSiteOptions): ServerProvider {
  const client = new LibvirtClient(endpoint);
  const site: LibvirtSite = { client, ...options };
  return {
    // The server does not announce that it is busy. Its calls fail as retryable instead.
    beginStep: async () => 0,
    adoption,
    compute: libvirtCompute(site),
    hosts: { ...withoutMoves, listHosts: (signal) => listHosts(site, signal) },
    images,
    inventory: libvirtInventory(site),
    loadBalancers,
    metadata,
    metrics: libvirtMetrics(site),
    networks,
    recovery: libvirtRecovery(site),
    site: {
      inspect: (signal) => inspectSite(site, signal),
      // Machines have no network cards.
      protectHost: async () => undefined,
      watchInstances: (changed, signal) => client.followMachines(changed, signal),
    },
    volumes: libvirtVolumes(site),
    inspect: (signal) => inspectSite(site, signal),
    // A machine is walled off by its hardware.
    restrict: async () => undefined,
    close: () => client.close(),
  };
}
