import type { Sql } from "@fulmar/prisma";
import type { Provider } from "../ports/provider.ts";
import { beginStep } from "./begin-step.ts";
import { simulatedAdoption } from "./simulated-adoption.ts";
import { simulatedCompute } from "./simulated-compute.ts";
import { simulatedHosts } from "./simulated-hosts.ts";
import { simulatedImages } from "./simulated-images.ts";
import { simulatedInventory } from "./simulated-inventory.ts";
import { simulatedLoadBalancers } from "./simulated-load-balancers.ts";
import { simulatedMetadata } from "./simulated-metadata.ts";
import { simulatedMetrics } from "./simulated-metrics.ts";
import { simulatedNetworks } from "./simulated-networks.ts";
import { simulatedRecovery } from "./simulated-recovery.ts";
import { simulatedVolumes } from "./simulated-volumes.ts";
import { FIRST_WORLD, openWorld } from "./world.ts";

/**
 * A provider without real machines, for development and tests. Its state is in the schema `simulated` of the given
 * database.
 * @param provider its name: each provider is a world of its own
 */
export function simulatedProvider(sql: Sql, provider = FIRST_WORLD): Provider {
  const world = openWorld(sql, provider);
  return {
    beginStep,
    adoption: simulatedAdoption(world),
    compute: simulatedCompute(world),
    hosts: simulatedHosts(world),
    images: simulatedImages(world),
    inventory: simulatedInventory(world),
    loadBalancers: simulatedLoadBalancers(world),
    metadata: simulatedMetadata(world),
    metrics: simulatedMetrics(world),
    networks: simulatedNetworks(world),
    recovery: simulatedRecovery(world),
    site: { inspect: async () => null, protectHost: async () => undefined, watchInstances: async () => undefined },
    volumes: simulatedVolumes(world),
  };
}
