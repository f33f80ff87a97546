// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface GraphStatements {
  graph_level: {
    values: {
      readonly workspace_id: bigint | number;
      readonly uses_of: readonly string[];
      readonly users_of: readonly string[];
    };
    row: {
      way: "uses" | "used_by";
      relation: "attached" | "copy_of" | "increment_of" | "made_by" | "part_of" | "connected_by" | "in" | "routes_through" | "peered_with" | "serves" | "forwards_to" | "addressed_by" | "follows" | "protected_by" | "names" | "sends_to" | "certificate" | "origin" | "access_to";
      from_key: string;
      to_key: string;
    };
  };
  graph_map: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly tags: readonly string[] | null;
      readonly types: readonly string[] | null;
    };
    row: {
      nodes: ({ key: string; resource_type: "cdn_distribution" | "load_balancer" | "vpc" | "subnet" | "nat_gateway" | "cloud_vm" | "gpu_vm" | "volume" | "bucket" | "firewall_group" | "reserved_ip" | "secret"; id: string | null; name: string | null; count: number; states: ({ status: string | null; count: number })[] })[] | null;
      edges: ({ from: string; to: string; relation: "attached" | "connected_by" | "in" | "routes_through" | "peered_with" | "serves" | "addressed_by" | "protected_by" | "names" | "sends_to" | "certificate" | "origin"; count: number })[] | null;
      kinds: ({ resource_type: "cdn_distribution" | "load_balancer" | "vpc" | "subnet" | "nat_gateway" | "cloud_vm" | "gpu_vm" | "volume" | "bucket" | "firewall_group" | "reserved_ip" | "secret"; count: number })[] | null;
      tags: string[];
      pairs: number;
    };
  };
  graph_named: {
    values: {
      readonly workspace_id: bigint | number;
      readonly ids: readonly string[];
      readonly types: readonly (string | null)[];
    };
    row: {
      type: "cloud_vm" | "gpu_vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script" | "vm_image" | "operation" | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key" | "vpc" | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group" | "firewall_rule" | "load_balancer" | "load_balancer_pool" | "load_balancer_target" | "load_balancer_listener" | "cdn_distribution" | "cdn_custom_domain" | "cdn_purge" | "cdn_signing_key" | "dns_zone" | "dns_record_set" | "secret_store" | "secret" | "alert_rule" | "webhook";
      key: string;
      id: string;
      name: string;
      status: string | null;
      restorable_until: Date | null;
    };
  };
  graph_nodes: {
    values: {
      readonly workspace_id: bigint | number;
      readonly keys: readonly string[];
    };
    row: {
      type: "cloud_vm" | "gpu_vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script" | "vm_image" | "operation" | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key" | "vpc" | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group" | "firewall_rule" | "load_balancer" | "load_balancer_pool" | "load_balancer_target" | "load_balancer_listener" | "cdn_distribution" | "cdn_custom_domain" | "cdn_purge" | "cdn_signing_key" | "dns_zone" | "dns_record_set" | "secret_store" | "secret" | "alert_rule" | "webhook";
      key: string;
      id: string;
      name: string;
      status: string | null;
      restorable_until: Date | null;
    };
  };
}
