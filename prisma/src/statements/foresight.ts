// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ForesightStatements {
  dedicated_hosts_at_site: {
    values: {
      readonly site_id: string;
      readonly organization_id: string;
    };
    row: {
      site_name: string;
      hosts: number;
    };
  };
  plan_announced: {
    values: Record<never, never>;
    row: {
      topic: string;
      resource_id: string;
    };
  };
  plan_brought_images: {
    values: {
      readonly organization_id: string;
      readonly workspace_id: bigint | number;
      readonly image_ids: readonly string[];
    };
    row: {
      name: string;
      home_name: string;
      site_name: string;
      gb: number | null;
      currency: string | null;
      monthly: string | null;
    };
  };
  plan_budget_entries: {
    values: {
      readonly stop: string;
      readonly organization_id: string;
      readonly workspace_id: bigint | number | null;
    };
    row: {
      kind: "group" | "vm";
      id: string;
      name: string;
      vms: number;
      rank: number;
      entries: number;
    };
  };
  plan_budget_grouped: {
    values: {
      readonly organization_id: string;
      readonly workspace_id: bigint | number | null;
      readonly vm_ids: readonly string[];
    };
    row: {
      vm_id: string;
      vm_group_id: string;
      name: string;
    };
  };
  plan_charged: {
    values: {
      readonly organization_id: string;
      readonly workspace_id: bigint | number;
      readonly resource_ids: readonly string[];
    };
    row: {
      resource_id: string;
      hourly: string;
    };
  };
  plan_contents: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_ids: readonly string[];
      readonly keep_snapshots: boolean;
      readonly keep_backups: boolean;
    };
    row: {
      id: string;
      field: "snapshots" | "backups" | "secrets";
      held: number;
    };
  };
  plan_difference: {
    values: {
      readonly hourly_after: string | number;
      readonly hourly_before: string | number;
      readonly ends: readonly (string | null)[];
    };
    row: {
      hourly_delta: string;
      monthly_delta: string;
    };
  };
  plan_fence: {
    values: {
      readonly site_id: string;
    };
    row: {
      name: string;
      with_sites: string[];
      vms: number;
      volumes: number;
      balancers: number;
      operations: number;
    };
  };
  plan_hourly: {
    values: {
      readonly organization_id: string | null;
      readonly resource_ids: readonly string[];
      readonly workspace_id: bigint | number | null;
    };
    row: {
      hourly: string;
      currency: string | null;
      began: Date;
      at: Date;
    };
  };
  plan_operations: {
    values: {
      readonly workspace_id: bigint | number;
      readonly operation_ids: readonly string[];
    };
    row: {
      operation_id: string;
      workspace_id: bigint;
      resource_id: string;
      resource_type: string;
      saga: string;
      input: unknown;
    };
  };
  plan_places: {
    values: {
      readonly workspace_id: bigint | number;
      readonly ids: readonly string[];
    };
    row: {
      type: "cloud_vm" | "gpu_vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script" | "vm_image" | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key" | "vpc" | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group" | "load_balancer" | "cdn_distribution" | "cdn_signing_key" | "dns_zone" | "secret_store" | "secret" | "alert_rule" | "webhook";
      announced: string;
      path: string[];
    };
  };
}
