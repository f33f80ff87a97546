import type { ResourceKind, SiteResource } from "@fulmar/providers";
import { networksOfUnknownVms, texts } from "./adoption-group.ts";
import type { SiteView } from "./site-view.ts";

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

/** The unknown resources at a site that could not be adopted any more without another one. */
export async function neededBy(view: SiteView, kind: ResourceKind, id: string): Promise<readonly SiteResource[]> {
  return SEARCHES[kind]?.(view, id) ?? [];
}
