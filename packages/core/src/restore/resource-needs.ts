import type { ResourceKind, SiteResource } from "@fulmar/providers";
import { z } from "zod";
import type { RecordedTableName } from "../site/index.ts";
import type { SiteView } from "./site-view.ts";

interface Reference {
  readonly kind: ResourceKind;
  readonly id: string;
}

/** The resources that are adopted with a resource, such as the networks, volumes and copies of a VM. */
const NEEDED: Readonly<
  Record<ResourceKind, (resource: SiteResource, view: SiteView) => Promise<readonly Reference[]> | readonly Reference[]>
> = {
  vm: async ({ id }, view) => [
    { kind: "vm_network", id },
    ...(await view.unknownOf("volume")).filter(({ volume }) => volume?.attachedVmId === id),
    ...(await view.unknownOf("snapshot")).filter((point) => point.recoveryPoint?.vmId === id && point.record !== null),
    ...(await view.unknownOf("backup")).filter((point) => point.recoveryPoint?.vmId === id && point.record !== null),
  ],
  vm_network: (resource) => [
    { kind: "vm", id: resource.id },
    ...named(resource, "vpc_node", "subnet_id", "subnet"),
    ...named(resource, "vpc_node", "nat_gateway_id", "nat_gateway"),
  ],
  volume: ({ volume }) => (volume?.attachedVmId == null ? [] : [{ kind: "vm", id: volume.attachedVmId }]),
  snapshot: ({ recoveryPoint }) => (recoveryPoint === undefined ? [] : [{ kind: "vm", id: recoveryPoint.vmId }]),
  backup: (resource) => [
    ...(resource.recoveryPoint === undefined ? [] : [{ kind: "vm" as const, id: resource.recoveryPoint.vmId }]),
    ...named(resource, "backup", "parent_backup_id", "backup"),
  ],
  // A copy needs its image, which may be at another site.
  image: (resource) => named(resource, "image_copy", "image_id", "image"),
  subnet: () => [],
  // A record names the node of a port forward by its id alone.
  nat_gateway: async (resource, view) => {
    const allocations = new Set(texts(resource, "port_forward", "allocation_id"));
    const networks = allocations.size === 0 ? [] : await networksOfUnknownVms(view);
    const forwardedTo = networks.filter((network) =>
      texts(network, "vpc_node", "allocation_id").some((id) => allocations.has(id)),
    );
    return [
      ...named(resource, "nat_gateway_subnet", "subnet_id", "subnet"),
      ...forwardedTo.map(({ id }): Reference => ({ kind: "vm", id })),
    ];
  },
  load_balancer: (resource) => [
    ...named(resource, "load_balancer", "subnet_id", "subnet"),
    ...named(resource, "load_balancer_target", "vm_id", "vm"),
  ],
};

/**
 * An unknown resource and all unknown resources that it needs, as the site has them now. They are adopted together.
 * @returns the resource itself first. Empty when the site no longer has it
 */
export async function adoptionGroup(view: SiteView, root: Reference): Promise<SiteResource[]> {
  const group = new Map<string, SiteResource>();
  const queue: Reference[] = [root];
  for (const { kind, id } of queue) {
    const key = `${kind} ${id}`;
    // The network of an unknown VM is part of the VM and not listed separately.
    const isUnknown = kind === "vm_network" ? view.isUnknown("vm", id) : view.isUnknown(kind, id);
    if (group.has(key) || !(isUnknown || queue.length === 1)) continue;
    const resource = await view.describe(kind, id);
    if (resource === undefined) continue;
    group.set(key, resource);
    queue.push(...(await NEEDED[kind](resource, view)));
  }
  return [...group.values()];
}

/** The networks of unknown VMs. */
async function networksOfUnknownVms(view: SiteView): Promise<SiteResource[]> {
  const vms = await view.unknownOf("vm");
  return view.describeAll(
    "vm_network",
    vms.map(({ id }) => id),
  );
}

/** The resources that a column of a record names. */
function named(resource: SiteResource, table: RecordedTableName, column: string, kind: ResourceKind): Reference[] {
  return texts(resource, table, column).map((id) => ({ kind, id }));
}

/** The text values of a column of a record. */
function texts({ record }: Pick<SiteResource, "record">, table: RecordedTableName, column: string): string[] {
  return (record?.rows[table] ?? []).flatMap((row) => z.string().safeParse(row[column]).data ?? []);
}

type Search = (view: SiteView, id: string) => Promise<readonly SiteResource[]>;

const SEARCHES: Readonly<Partial<Record<ResourceKind, Search>>> = {
  async subnet(view, id) {
    const networks = (await networksOfUnknownVms(view)).filter((network) =>
      texts(network, "vpc_node", "subnet_id").includes(id),
    );
    const gateways = (await view.unknownOf("nat_gateway")).filter((gateway) =>
      texts(gateway, "nat_gateway_subnet", "subnet_id").includes(id),
    );
    const balancers = (await view.unknownOf("load_balancer")).filter((balancer) =>
      texts(balancer, "load_balancer", "subnet_id").includes(id),
    );
    return [...networks, ...gateways, ...balancers];
  },
  nat_gateway: async (view, id) =>
    (await networksOfUnknownVms(view)).filter((network) => texts(network, "vpc_node", "nat_gateway_id").includes(id)),
  vm: async (view, id) =>
    [...(await view.unknownOf("snapshot")), ...(await view.unknownOf("backup"))].filter(
      (point) => point.recoveryPoint?.vmId === id,
    ),
  backup: async (view, id) =>
    (await view.unknownOf("backup")).filter((backup) => texts(backup, "backup", "parent_backup_id").includes(id)),
};

/** The unknown resources at a site that cannot be adopted without this one. */
export async function neededBy(view: SiteView, kind: ResourceKind, id: string): Promise<readonly SiteResource[]> {
  return SEARCHES[kind]?.(view, id) ?? [];
}
