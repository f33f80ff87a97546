import type { FoundResource, FoundType } from "@fulmar/contract";
import { inWords } from "@/client/in-words.ts";
import { type WorkspaceHref, workspaceHref } from "./destinations.ts";

type Place = (resource: Pick<FoundResource, "id" | "name" | "parent_ids">) => string;

/** A page below the page of what the resource belongs to. */
const within =
  (page: string, rest = ""): Place =>
  ({ parent_ids: [outermost = ""] }) =>
    `${page}/${encodeURIComponent(outermost)}${rest}`;
const own =
  (page: string): Place =>
  ({ id }) =>
    `${page}/${encodeURIComponent(id)}`;

/**
 * The page on which each type of resource is found: its own, or that of what it belongs to. Total: a new type does not
 * compile without one.
 */
const PLACE: Readonly<Record<FoundType, Place>> = {
  cloud_vm: own("cloud-vms"),
  gpu_vm: own("gpu-vms"),
  operation: own("operations"),
  volume: own("volumes"),
  volume_snapshot: within("volumes", "/snapshots"),
  // Which kind of VM it is of, the VM's id tells.
  snapshot: within("resources"),
  backup: within("resources"),
  backup_policy: within("resources"),
  bucket: ({ name }) => `buckets/${encodeURIComponent(name)}`,
  access_key: own("access-keys"),
  vpc: own("vpcs"),
  subnet: within("vpcs", "/subnets"),
  vpc_node: within("vpcs", "/nodes"),
  nat_gateway: within("vpcs", "/nat-gateways"),
  port_forward: within("vpcs", "/nat-gateways"),
  reserved_ip: own("reserved-ips"),
  firewall_group: own("firewall-groups"),
  firewall_rule: within("firewall-groups"),
  load_balancer: own("load-balancers"),
  load_balancer_pool: within("load-balancers", "/pools"),
  load_balancer_target: within("load-balancers", "/pools"),
  load_balancer_listener: within("load-balancers", "/listeners"),
  cdn_distribution: own("cdn"),
  cdn_custom_domain: within("cdn", "/domains"),
  cdn_purge: within("cdn", "/purge"),
  cdn_signing_key: () => "cdn/signing-keys",
  secret_store: own("secret-stores"),
  secret: ({ id, parent_ids: [storeId = ""] }) =>
    `secret-stores/${encodeURIComponent(storeId)}/secrets/${encodeURIComponent(id)}`,
};

export function resourcePage(
  workspaceId: string,
  resource: Pick<FoundResource, "type" | "id" | "name" | "parent_ids">,
): WorkspaceHref {
  return workspaceHref(workspaceId, PLACE[resource.type](resource));
}

/** What a type of resource is called, as records have it. */
export function typeName(type: string): string {
  return Object.entries(TYPE_NAME).find(([known]) => known === type)?.[1] ?? inWords(type);
}

/** What each type is called. */
export const TYPE_NAME: Readonly<Record<FoundType, string>> = {
  cloud_vm: "Cloud VM",
  gpu_vm: "GPU VM",
  operation: "Operation",
  volume: "Volume",
  volume_snapshot: "Volume snapshot",
  snapshot: "Snapshot",
  backup: "Backup",
  backup_policy: "Backup policy",
  bucket: "Bucket",
  access_key: "Access key",
  vpc: "VPC",
  subnet: "Subnet",
  vpc_node: "Attached VM",
  nat_gateway: "NAT gateway",
  port_forward: "Port forward",
  reserved_ip: "Reserved IP",
  firewall_group: "Firewall group",
  firewall_rule: "Firewall rule",
  load_balancer: "Load balancer",
  load_balancer_pool: "Pool",
  load_balancer_target: "Target",
  load_balancer_listener: "Listener",
  cdn_distribution: "Distribution",
  cdn_custom_domain: "Domain",
  cdn_purge: "Purge",
  cdn_signing_key: "Signing key",
  secret_store: "Secret store",
  secret: "Secret",
};
