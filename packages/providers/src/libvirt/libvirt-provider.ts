import type { ServerProvider } from "../ports/provider-kind.ts";
import { LibvirtClient } from "./client/libvirt-client.ts";
import { libvirtCompute } from "./compute/libvirt-compute.ts";
import { libvirtImages } from "./images/libvirt-images.ts";
import { libvirtInventory } from "./inventory/libvirt-inventory.ts";
import type { LibvirtSite } from "./libvirt-site.ts";
import { libvirtMetrics } from "./metrics/libvirt-metrics.ts";
import { adoption, loadBalancers, metadata, withoutMoves } from "./missing-ports.ts";
import { libvirtNetworks } from "./network/libvirt-networks.ts";
import { Northbound } from "./network/northbound.ts";
import { libvirtRecovery } from "./recovery/libvirt-recovery.ts";
import { inspectSite, listHosts } from "./site/inspect-site.ts";
import { libvirtVolumes } from "./volumes/libvirt-volumes.ts";

/** How a site is set up on a host. */
export interface LibvirtSiteOptions extends Omit<LibvirtSite, "client" | "northbound"> {
  /** Of the northbound database; the endpoint's certificates are for both. */
  readonly northboundUrl: string;
}

/** Connects to what a site stands on, when it is used. @throws Error when an endpoint or a certificate cannot be read */
export function openSite({ northboundUrl, ...options }: LibvirtSiteOptions): LibvirtSite {
  const { endpoint } = options;
  return { ...options, client: new LibvirtClient(endpoint), northbound: new Northbound(northboundUrl, endpoint) };
}

export async function closeSite({ client, northbound }: LibvirtSite): Promise<void> {
  await Promise.all([client.close(), northbound.close()]);
}

/** A site on a host with libvirt and QEMU. @throws Error when the endpoint or a certificate cannot be read */
export function libvirtProvider(options: LibvirtSiteOptions): ServerProvider {
  const site = openSite(options);
  return {
    // The server does not announce that it is busy. Its calls fail as retryable instead.
    beginStep: async () => 0,
    adoption,
    compute: libvirtCompute(site),
    hosts: { ...withoutMoves, listHosts: (signal) => listHosts(site, signal) },
    images: libvirtImages(site),
    inventory: libvirtInventory(site),
    loadBalancers,
    metadata,
    metrics: libvirtMetrics(site),
    networks: libvirtNetworks(site),
    recovery: libvirtRecovery(site),
    site: {
      inspect: (signal) => inspectSite(site, signal),
      // A machine reaches its router and nothing of its host.
      protectHost: async () => undefined,
      watchInstances: (changed, signal) => site.client.followMachines(changed, signal),
    },
    volumes: libvirtVolumes(site),
    inspect: (signal) => inspectSite(site, signal),
    // A machine is walled off by its hardware.
    restrict: async () => undefined,
    close: () => closeSite(site),
  };
}
