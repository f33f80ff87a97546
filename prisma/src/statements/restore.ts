// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface RestoreStatements {
  adopt_addresses_elsewhere: {
    values: readonly [string | null];
    row: {
      address: string;
      holder: string | null;
    };
  };
  adopt_attach_addresses: {
    values: readonly [string | null];
    row: {};
  };
  adopt_attach_volume: {
    values: readonly [string | null, string | null, string | null];
    row: {};
  };
  adopt_audit: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {};
  };
  adopt_backups: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  adopt_defaults: {
    values: readonly [readonly (bigint | number | null)[] | null];
    row: {
      id: string;
    };
  };
  adopt_free_volumes: {
    values: readonly [string | null];
    row: {
      volume_id: string;
    };
  };
  adopt_images: {
    values: readonly [];
    row: {
      template_id: string;
      os_type: string;
      os_distro: string;
    };
  };
  adopt_insert: {
    values: readonly [string | null, string | null];
    row: {
      made: number | null;
    };
  };
  adopt_installation: {
    values: readonly [];
    row: {
      installation_id: string;
    };
  };
  adopt_nodes: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  adopt_plans: {
    values: readonly [];
    row: {
      plan_id: string;
      type: "cloud" | "gpu";
      gpu_model: string | null;
      gpu_count: number;
    };
  };
  adopt_policies: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      vm_id: string;
      policy_id: string;
    };
  };
  adopt_present_backup: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_backup_policy: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_firewall_group: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_firewall_group_vm: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_firewall_rule: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_load_balancer: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_nat_gateway: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_nat_gateway_subnet: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_port_forward: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_reserved_ip: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_snapshot_set: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_subnet: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_vm: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_volume: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_volume_snapshot: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_vpc: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_vpc_node: {
    values: readonly [string | null];
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_revise: {
    values: readonly [bigint | number, "subnet" | "vm" | "nat_gateway", string, number, boolean | null];
    row: {};
  };
  adopt_served: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  adopt_subnets: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  adopt_take_addresses: {
    values: readonly [string | null];
    row: {};
  };
  adopt_taken_addresses: {
    values: readonly [string | null];
    row: {
      address: string;
    };
  };
  adopt_taken_firewall_group: {
    values: readonly [string | null];
    row: {
      place: number;
    };
  };
  adopt_taken_load_balancer: {
    values: readonly [string | null];
    row: {
      place: number;
    };
  };
  adopt_taken_nat_gateway: {
    values: readonly [string | null];
    row: {
      place: number;
    };
  };
  adopt_taken_nodes: {
    values: readonly [string | null];
    row: {
      address: string;
      name: string;
      vm_id: string;
    };
  };
  adopt_taken_snapshot_set: {
    values: readonly [string | null];
    row: {
      place: number;
    };
  };
  adopt_taken_subnet: {
    values: readonly [string | null];
    row: {
      place: number;
    };
  };
  adopt_taken_vm: {
    values: readonly [string | null];
    row: {
      place: number;
    };
  };
  adopt_taken_volume: {
    values: readonly [string | null];
    row: {
      place: number;
    };
  };
  adopt_taken_vpc: {
    values: readonly [string | null];
    row: {
      place: number;
    };
  };
  adopt_unbury: {
    values: readonly [string | null, string | null, string | null];
    row: {};
  };
  adopt_use_secrets: {
    values: readonly [string | null];
    row: {};
  };
  adopt_vms: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  adopt_workspaces: {
    values: readonly [readonly (bigint | number | null)[] | null];
    row: {
      workspace_id: bigint;
      created_at: Date;
    };
  };
  adoption_audit: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {};
  };
  adoption_begin: {
    values: readonly [string, string, string, string];
    row: {
      vm_id: string;
    };
  };
  adoption_bind: {
    values: readonly [bigint | number | null, string | null, number | null];
    row: {
      bound: boolean | null;
    };
  };
  adoption_end: {
    values: readonly [string | null, string | null, string | null];
    row: {
      vm_id: string;
    };
  };
  adoption_plans: {
    values: readonly [string | null];
    row: {
      plan_id: string;
      name: string;
      sku_code: string;
      cpu: number;
      ram_mb: number;
      disk_gb: number;
    };
  };
  adoption_price: {
    values: readonly [string | null];
    row: {
      hourly_price: string | null;
    };
  };
  adoption_traffic: {
    values: readonly [bigint | number, string, bigint | number, bigint | number];
    row: {};
  };
  adoption_unfinished: {
    values: readonly [string | null];
    row: {
      machine: string;
      vm_id: string;
      volumes: unknown;
    };
  };
  adoption_workspace: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null];
    row: {
      workspace_id: bigint;
      name: string;
      organization_id: string;
      organization_name: string;
      name_taken: boolean;
      volume_names_taken: string[];
      pool_addresses: string[];
      installation_id: string;
      moment: Date;
    };
  };
  align_load_balancers: {
    values: readonly [readonly (string | null)[] | null, readonly (number | null)[] | null];
    row: {};
  };
  align_networks: {
    values: readonly [readonly (string | null)[] | null, readonly (number | null)[] | null, "subnet" | "vm" | "nat_gateway" | null];
    row: {};
  };
  discard_audit: {
    values: readonly [bigint | number | null, Date | string | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  discard_tombstone: {
    values: readonly [string | null, string | null, string | null, string | null];
    row: {};
  };
  interrupted_backup: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  interrupted_configuration: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  interrupted_end: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  interrupted_fail_backup: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  interrupted_fail_snapshot_set: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  interrupted_forget_backup: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  interrupted_forget_snapshot_set: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  interrupted_free_backup: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  interrupted_free_snapshot_set: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  interrupted_list: {
    values: readonly [string | null];
    row: {
      operation_id: string;
      saga: string;
      resource_id: string;
      snapshot_id: string | null;
    };
  };
  interrupted_show_vms: {
    values: readonly [readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null];
    row: {};
  };
  interrupted_show_volumes: {
    values: readonly [readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null];
    row: {};
  };
  interrupted_snapshot_set: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  interrupted_vms: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      vm_id: string;
    };
  };
  interrupted_volume_history: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  interrupted_volume_snapshots: {
    values: readonly [readonly (string | null)[] | null, readonly (boolean | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {};
  };
  interrupted_volumes: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      volume_id: string;
    };
  };
  known_backup: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  known_cdn_distribution: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  known_load_balancer: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  known_nat_gateway: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  known_snapshot: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  known_subnet: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  known_vm: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  known_vm_network: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  known_volume: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  release_audit: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {};
  };
  release_blockers: {
    values: readonly [bigint | number | null, string | null];
    row: {
      type: "subnet" | "reserved_ip" | "firewall_group" | "load_balancer" | "snapshot" | "backup" | "volume_snapshot";
      id: string;
      name: string;
    };
  };
  release_forget_vm: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  release_forget_volumes: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null];
    row: {};
  };
  release_leave_at_site: {
    values: readonly [];
    row: {
      set_config: string;
    };
  };
  release_lock_vm: {
    values: readonly [string | null];
    row: {
      workspace_id: bigint;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      rescue_enabled: boolean;
      organization_id: string;
      workspace_name: string;
      organization_name: string;
    };
  };
  release_lock_volumes: {
    values: readonly [string | null];
    row: {
      volume_id: string;
      name: string;
      operation_id: string | null;
    };
  };
  release_site: {
    values: readonly [string | null];
    row: {
      site_id: string;
    };
  };
  resume_accept: {
    values: readonly [string | null];
    row: {};
  };
  resume_audit: {
    values: readonly [string | null, string | null, string | null];
    row: {};
  };
  resume_find: {
    values: readonly [string | null];
    row: {
      name: string;
      provider: string;
      reason: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources" | null;
      detail: string | null;
      fenced_at: Date | null;
      epoch: bigint | null;
      installation_id: string | null;
      held: number;
    };
  };
  resume_forget_failed: {
    values: readonly [string | null];
    row: {};
  };
  resume_lift: {
    values: readonly [string | null, string, bigint | number, string];
    row: {};
  };
  resume_release: {
    values: readonly [string | null];
    row: {};
  };
  resume_restoring: {
    values: readonly [];
    row: {
      set_config: string;
    };
  };
  resume_unknown: {
    values: readonly [string | null];
    row: {
      kind: string;
      id: string;
      name: string | null;
      size: string | null;
    };
  };
  site_forget: {
    values: readonly [string | null];
    row: {
      site_id: string;
    };
  };
  site_lock: {
    values: readonly [string | null];
    row: {};
  };
  site_mark_removed: {
    values: readonly [string | null];
    row: {};
  };
  site_removable: {
    values: readonly [string | null];
    row: {
      name: string;
      provider: string;
      shared: boolean;
    };
  };
  site_resources: {
    values: readonly [string | null];
    row: {
      type: "VM" | "volume" | "VPC" | "load balancer" | "reserved address";
      id: string;
      name: string;
    };
  };
  site_take_away: {
    values: readonly [string | null, string | null];
    row: {};
  };
  site_unknown: {
    values: readonly [string | null];
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
  site_unmark_removed: {
    values: readonly [string | null];
    row: {};
  };
  unknown_forget: {
    values: readonly [string | null, string | null, string | null];
    row: {};
  };
  unknown_forget_others: {
    values: readonly [string | null, string | null, readonly (string | null)[] | null];
    row: {};
  };
  unknown_forgotten: {
    values: readonly [string | null];
    row: {
      count: number;
    };
  };
  unknown_list: {
    values: readonly [string | null];
    row: {
      provider: string;
      site_id: string | null;
      kind: string;
      id: string;
      name: string | null;
      size: string | null;
      made_at: Date | null;
      first_seen_at: Date;
      record: unknown;
      workspace_id: string | null;
    };
  };
  unknown_lock: {
    values: readonly [string | null, string | null, string | null];
    row: {
      kind: string;
    };
  };
  unknown_of_provider: {
    values: readonly [string | null];
    row: {
      provider: string;
      site_id: string | null;
      kind: string;
      id: string;
      name: string | null;
      size: string | null;
      made_at: Date | null;
      first_seen_at: Date;
      record: unknown;
      workspace_id: string | null;
    };
  };
  unknown_record: {
    values: readonly [string, string, string, string | null, string | null, Date | string | null, string | null, string | null];
    row: {};
  };
  unknown_see: {
    values: readonly [string | null, string | null, readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
  unknown_with_tombstone: {
    values: readonly [string | null, string | null, readonly (string | null)[] | null];
    row: {
      id: string;
    };
  };
}
