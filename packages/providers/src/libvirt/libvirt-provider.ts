import type { ServerEndpoint, ServerProvider } from "../ports/provider-kind.ts";
import { libvirtAdoption } from "./adoption/libvirt-adoption.ts";
import { libvirtCompute } from "./compute/libvirt-compute.ts";
import { followHosts } from "./hosts/follow-hosts.ts";
import { libvirtHosts } from "./hosts/libvirt-hosts.ts";
import { type NamedHost, SiteHost } from "./hosts/site-hosts.ts";
import { StorageDoor } from "./hosts/storage-door.ts";
import { libvirtImages } from "./images/libvirt-images.ts";
import { libvirtInventory } from "./inventory/libvirt-inventory.ts";
import type { FolderSite, LibvirtSite } from "./libvirt-site.ts";
import { libvirtMetrics } from "./metrics/libvirt-metrics.ts";
import { loadBalancers, metadata } from "./missing-ports.ts";
import { libvirtNetworks } from "./network/libvirt-networks.ts";
import { Northbound } from "./network/northbound.ts";
import { libvirtRecovery } from "./recovery/libvirt-recovery.ts";
import { inspectSite } from "./site/inspect-site.ts";
import { folderDisks } from "./storage/folder/folder-disks.ts";
import { rbdDisks } from "./storage/rbd/rbd-disks.ts";
import { libvirtVolumes } from "./volumes/libvirt-volumes.ts";

/** How a site is set up on a host. */
export interface LibvirtSiteOptions
  extends Omit<LibvirtSite, "hosts" | "storage" | "disks" | "placements" | "northbound"> {
  /** Of its first host. */
  readonly endpoint: ServerEndpoint;
  /** The name of that, where there are others. */
  readonly hostName: string | undefined;
  /** The others. The endpoint's certificates are for all. */
  readonly otherHosts: readonly NamedHost[];
  /** Of the northbound database; the endpoint's certificates are for both. */
  readonly northboundUrl: string;
}

/** Connects to what a site stands on, when it is used. @throws Error when an endpoint or a certificate cannot be read */
export function openSite(options: LibvirtSiteOptions): LibvirtSite {
  const { northboundUrl, endpoint, hostName, otherHosts, ...site } = options;
  const others = otherHosts.map(({ name, url }) => new SiteHost({ ...endpoint, url }, name));
  const hosts = [new SiteHost(endpoint, hostName), ...others];
  const opened: FolderSite = {
    ...site,
    hosts,
    storage: new StorageDoor(hosts, site.pool),
    placements: new Map(),
    northbound: new Northbound(northboundUrl, endpoint),
  };
  return { ...opened, disks: site.ceph === null ? folderDisks(opened) : rbdDisks(opened, site.ceph) };
}

export async function closeSite({ hosts, northbound }: LibvirtSite): Promise<void> {
  await Promise.all([...hosts.map(({ client }) => client.close()), northbound.close()]);
}

/** Connects to what a site stands on for some work. @throws as `openSite`, and what the work throws */
export async function onSite<Result>(
  options: LibvirtSiteOptions,
  work: (site: LibvirtSite) => Promise<Result>,
): Promise<Result> {
  const site = openSite(options);
  try {
    return await work(site);
  } finally {
    await closeSite(site);
  }
}

/** A site on a host with libvirt and QEMU. @throws Error when the endpoint or a certificate cannot be read */
export function libvirtProvider(options: LibvirtSiteOptions): ServerProvider {
  const site = openSite(options);
  return {
    // The server does not announce that it is busy. Its calls fail as retryable instead.
    beginStep: async () => 0,
    adoption: libvirtAdoption(site),
    compute: libvirtCompute(site),
    hosts: libvirtHosts(site),
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
      watchInstances: (changed, signal) => followHosts(site, changed, signal),
    },
    volumes: libvirtVolumes(site),
    inspect: (signal) => inspectSite(site, signal),
    // A machine is walled off by its hardware.
    restrict: async () => undefined,
    close: () => closeSite(site),
  };
}
