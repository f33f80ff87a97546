import type { HostedSite } from "../hosts.ts";
import type { Product } from "../product.ts";
import type { SiteInside } from "../site/server.ts";
import type { Cluster } from "./cluster.ts";

/** What each part of the story needs. */
export interface Story extends HostedSite {
  readonly product: Product;
  readonly inside: SiteInside;
  readonly cluster: Cluster;
}

/** How many VMs each host has, by its name, as the server itself tells. */
export async function spreadOf({ inside }: Story, vms: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const places = await Promise.all(vms.map((vm) => inside.locationOf(vm)));
  const on = new Map<string, number>();
  for (const place of places.map(String).toSorted((a, b) => (a < b ? -1 : 1))) on.set(place, (on.get(place) ?? 0) + 1);
  return on;
}

/** Prints it. */
export async function sayWhere(story: Story, vms: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const on = await spreadOf(story, vms);
  console.log(`          on the hosts: ${[...on].map(([host, count]) => `${host} ${count}`).join(", ")}`);
  return on;
}
