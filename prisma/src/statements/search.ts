// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface SearchStatements {
  listed_count_bucket: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly statuses: readonly string[] | null;
      readonly places: readonly string[] | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
    };
    row: {
      matching: number;
      all: number;
    };
  };
  listed_count_cdn_distribution: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly statuses: readonly string[] | null;
      readonly places: readonly string[] | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
    };
    row: {
      matching: number;
      all: number;
    };
  };
  listed_count_cloud_vm: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly statuses: readonly string[] | null;
      readonly places: readonly string[] | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
    };
    row: {
      matching: number;
      all: number;
    };
  };
  listed_count_gpu_vm: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly statuses: readonly string[] | null;
      readonly places: readonly string[] | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
    };
    row: {
      matching: number;
      all: number;
    };
  };
  listed_count_load_balancer: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly statuses: readonly string[] | null;
      readonly places: readonly string[] | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
    };
    row: {
      matching: number;
      all: number;
    };
  };
  listed_count_reserved_ip: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly statuses: readonly string[] | null;
      readonly places: readonly string[] | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
    };
    row: {
      matching: number;
      all: number;
    };
  };
  listed_count_volume: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly statuses: readonly string[] | null;
      readonly places: readonly string[] | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
    };
    row: {
      matching: number;
      all: number;
    };
  };
  listed_count_vpc: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly statuses: readonly string[] | null;
      readonly places: readonly string[] | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
    };
    row: {
      matching: number;
      all: number;
    };
  };
  listed_tags_bucket: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
    };
    row: {
      tag: string;
    };
  };
  listed_tags_cloud_vm: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
    };
    row: {
      tag: string;
    };
  };
  listed_tags_gpu_vm: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
    };
    row: {
      tag: string;
    };
  };
  listed_tags_load_balancer: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
    };
    row: {
      tag: string;
    };
  };
  search_find: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly text: string;
      readonly after_ids: string;
      readonly after_names: string;
    };
    row: {
      type: "cloud_vm" | "gpu_vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script" | "vm_image" | "operation" | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key" | "vpc" | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group" | "firewall_rule" | "load_balancer" | "load_balancer_pool" | "load_balancer_target" | "load_balancer_listener" | "cdn_distribution" | "cdn_custom_domain" | "cdn_purge" | "cdn_signing_key" | "dns_zone" | "dns_record_set" | "secret_store" | "secret" | "alert_rule" | "webhook";
      id: string;
      name: string;
      status: string | null;
      parent_ids: string[];
    };
  };
  search_locate: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly id: string;
    };
    row: {
      type: "cloud_vm" | "gpu_vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script" | "vm_image" | "operation" | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key" | "vpc" | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group" | "firewall_rule" | "load_balancer" | "load_balancer_pool" | "load_balancer_target" | "load_balancer_listener" | "cdn_distribution" | "cdn_custom_domain" | "cdn_purge" | "cdn_signing_key" | "dns_zone" | "dns_record_set" | "secret_store" | "secret" | "alert_rule" | "webhook";
      id: string;
      name: string;
      status: string | null;
      parent_ids: string[];
    };
  };
  search_named: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
      readonly ids: readonly string[];
    };
    row: {
      type: "cloud_vm" | "gpu_vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script" | "vm_image" | "operation" | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key" | "vpc" | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group" | "firewall_rule" | "load_balancer" | "load_balancer_pool" | "load_balancer_target" | "load_balancer_listener" | "cdn_distribution" | "cdn_custom_domain" | "cdn_purge" | "cdn_signing_key" | "dns_zone" | "dns_record_set" | "secret_store" | "secret" | "alert_rule" | "webhook";
      id: string;
      name: string;
      status: string | null;
      parent_ids: string[];
    };
  };
}
