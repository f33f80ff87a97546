// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface RestoreStatements {
  adopt_addresses_elsewhere: {
    values: {
      readonly reserved_ips: string;
    };
    row: {
      address: string;
      holder: string | null;
    };
  };
  adopt_attach_addresses: {
    values: {
      readonly reserved_ips: string;
    };
    row: {};
  };
  adopt_attach_volume: {
    values: {
      readonly attached_vm_id: string;
      readonly device_path: string | null;
      readonly volume_id: string;
    };
    row: {};
  };
  adopt_audit: {
    values: {
      readonly workspace_id: bigint | number;
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly resource_id: string | null;
      readonly detail: string | null;
    };
    row: {};
  };
  adopt_backups: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  adopt_defaults: {
    values: {
      readonly workspace_ids: readonly (bigint | number)[];
    };
    row: {
      id: string;
    };
  };
  adopt_free_volumes: {
    values: {
      readonly provider: string;
    };
    row: {
      volume_id: string;
    };
  };
  adopt_images: {
    values: Record<never, never>;
    row: {
      template_id: string;
      os_type: string;
      os_distro: string;
    };
  };
  adopt_insert: {
    values: {
      readonly table: string;
      readonly fitting: string;
    };
    row: {
      made: number | null;
    };
  };
  adopt_installation: {
    values: Record<never, never>;
    row: {
      installation_id: string;
    };
  };
  adopt_known_vm: {
    values: {
      readonly vm_id: string;
    };
    row: {};
  };
  adopt_nodes: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  adopt_plans: {
    values: Record<never, never>;
    row: {
      plan_id: string;
      type: "cloud" | "gpu";
      gpu_model: string | null;
      gpu_count: number;
    };
  };
  adopt_policies: {
    values: {
      readonly vm_ids: readonly string[];
    };
    row: {
      vm_id: string;
      policy_id: string;
    };
  };
  adopt_present_backup: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_backup_policy: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_firewall_group: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_firewall_group_subnet: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_firewall_group_vm: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_firewall_rule: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_image_copy: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_load_balancer: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_nat_gateway: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_nat_gateway_subnet: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_port_forward: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_reserved_ip: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_snapshot_set: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_subnet: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_vm: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_vm_image: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_volume: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_volume_snapshot: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_vpc: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_present_vpc_node: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
      workspace_id: bigint;
    };
  };
  adopt_revise: {
    values: {
      readonly workspace_id: bigint | number;
      readonly resource_type: "subnet" | "vm" | "nat_gateway" | "address_set" | "vpc_names";
      readonly resource_id: string;
      readonly revision: number;
      readonly has_record: boolean;
    };
    row: {};
  };
  adopt_served: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  adopt_subnets: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  adopt_take_addresses: {
    values: {
      readonly public_addresses: string;
    };
    row: {};
  };
  adopt_taken_addresses: {
    values: {
      readonly public_addresses: string;
    };
    row: {
      address: string;
    };
  };
  adopt_taken_firewall_group: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
    };
  };
  adopt_taken_load_balancer: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
    };
  };
  adopt_taken_nat_gateway: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
    };
  };
  adopt_taken_nodes: {
    values: {
      readonly rows: string;
    };
    row: {
      address: string;
      name: string;
      vm_id: string;
    };
  };
  adopt_taken_snapshot_set: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
    };
  };
  adopt_taken_subnet: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
    };
  };
  adopt_taken_vm: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
    };
  };
  adopt_taken_volume: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
    };
  };
  adopt_taken_vpc: {
    values: {
      readonly rows: string;
    };
    row: {
      place: number;
    };
  };
  adopt_unbury: {
    values: {
      readonly provider: string;
      readonly kind: string;
      readonly resource_id: string;
    };
    row: {};
  };
  adopt_use_secrets: {
    values: {
      readonly load_balancer_id: string;
    };
    row: {};
  };
  adopt_vms: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  adopt_workspaces: {
    values: {
      readonly workspace_ids: readonly (bigint | number)[];
    };
    row: {
      workspace_id: bigint;
      created_at: Date;
    };
  };
  adoption_audit: {
    values: {
      readonly workspace_id: bigint | number;
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly resource_id: string | null;
      readonly detail: string | null;
    };
    row: {};
  };
  adoption_begin: {
    values: {
      readonly provider: string;
      readonly machine: string;
      readonly vm_id: string;
      readonly volumes: string;
    };
    row: {
      vm_id: string;
    };
  };
  adoption_bind: {
    values: {
      readonly workspace_id: bigint | number;
      readonly rows: string;
      readonly bound_hours: number | null;
    };
    row: {
      bound: boolean | null;
    };
  };
  adoption_end: {
    values: {
      readonly provider: string;
      readonly machine: string;
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
    };
  };
  adoption_plans: {
    values: {
      readonly workspace_id: bigint | number;
      readonly site_id: string;
    };
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
    values: {
      readonly rows: string;
      readonly organization_id: string;
    };
    row: {
      hourly_price: string | null;
    };
  };
  adoption_traffic: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly rx_counter: bigint | number;
      readonly tx_counter: bigint | number;
    };
    row: {};
  };
  adoption_unfinished: {
    values: {
      readonly provider: string;
    };
    row: {
      machine: string;
      vm_id: string;
      volumes: unknown;
    };
  };
  adoption_workspace: {
    values: {
      readonly name: string;
      readonly names: readonly string[];
      readonly address: readonly string[];
      readonly workspace_id: bigint | number;
    };
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
    values: {
      readonly ids: readonly string[];
      readonly revisions: readonly number[];
    };
    row: {};
  };
  align_networks: {
    values: {
      readonly ids: readonly string[];
      readonly revisions: readonly number[];
      readonly resource_type: "subnet" | "vm" | "nat_gateway" | "address_set" | "vpc_names";
    };
    row: {};
  };
  discard_audit: {
    values: {
      readonly workspace_id: bigint | number | null;
      readonly created_at: Date | string | null;
      readonly installation_id: string | null;
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly resource_id: string | null;
      readonly detail: string | null;
    };
    row: {};
  };
  discard_tombstone: {
    values: {
      readonly provider: string;
      readonly resource_id: string;
      readonly vm_id: string | null;
      readonly kind: string | null;
    };
    row: {};
  };
  interrupted_backup: {
    values: {
      readonly operation_ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  interrupted_configuration: {
    values: {
      readonly operation_ids: readonly string[];
    };
    row: {};
  };
  interrupted_end: {
    values: {
      readonly operation_ids: readonly string[];
    };
    row: {};
  };
  interrupted_fail_backup: {
    values: {
      readonly ids: readonly string[];
    };
    row: {};
  };
  interrupted_fail_snapshot_set: {
    values: {
      readonly ids: readonly string[];
    };
    row: {};
  };
  interrupted_forget_backup: {
    values: {
      readonly ids: readonly string[];
    };
    row: {};
  };
  interrupted_forget_snapshot_set: {
    values: {
      readonly ids: readonly string[];
    };
    row: {};
  };
  interrupted_free_backup: {
    values: {
      readonly operation_ids: readonly string[];
    };
    row: {};
  };
  interrupted_free_snapshot_set: {
    values: {
      readonly operation_ids: readonly string[];
    };
    row: {};
  };
  interrupted_list: {
    values: {
      readonly provider: string;
    };
    row: {
      operation_id: string;
      saga: string;
      resource_id: string;
      snapshot_id: string | null;
    };
  };
  interrupted_show_vms: {
    values: {
      readonly vm_ids: readonly string[];
      readonly powers: readonly (string | null)[];
      readonly private_ips: readonly (string | null)[];
    };
    row: {};
  };
  interrupted_show_volumes: {
    values: {
      readonly volume_ids: readonly string[];
      readonly size_gbs: readonly (number | null)[];
      readonly attached_vm_ids: readonly (string | null)[];
      readonly device_paths: readonly (string | null)[];
    };
    row: {};
  };
  interrupted_snapshot_set: {
    values: {
      readonly operation_ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  interrupted_vms: {
    values: {
      readonly operation_ids: readonly string[];
    };
    row: {
      vm_id: string;
    };
  };
  interrupted_volume_history: {
    values: {
      readonly operation_ids: readonly string[];
    };
    row: {};
  };
  interrupted_volume_snapshots: {
    values: {
      readonly snapshot_ids: readonly string[];
      readonly present: readonly boolean[];
      readonly stored_bytes: readonly (bigint | number | null)[];
    };
    row: {};
  };
  interrupted_volumes: {
    values: {
      readonly operation_ids: readonly string[];
    };
    row: {
      volume_id: string;
    };
  };
  known_backup: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  known_cdn_distribution: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  known_image: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  known_load_balancer: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  known_nat_gateway: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  known_snapshot: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  known_subnet: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  known_vm: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  known_vm_network: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  known_volume: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  release_audit: {
    values: {
      readonly workspace_id: bigint | number;
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly resource_id: string | null;
    };
    row: {};
  };
  release_blockers: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {
      type: "subnet" | "reserved_ip" | "firewall_group" | "load_balancer" | "snapshot" | "backup" | "volume_snapshot";
      id: string;
      name: string;
    };
  };
  release_forget_vm: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {};
  };
  release_forget_volumes: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_ids: readonly string[];
    };
    row: {};
  };
  release_leave_at_site: {
    values: Record<never, never>;
    row: {
      set_config: string;
    };
  };
  release_lock_vm: {
    values: {
      readonly vm_id: string;
    };
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
    values: {
      readonly attached_vm_id: string;
    };
    row: {
      volume_id: string;
      name: string;
      operation_id: string | null;
    };
  };
  release_site: {
    values: {
      readonly vm_id: string;
    };
    row: {
      site_id: string;
    };
  };
  resume_accept: {
    values: {
      readonly provider: string;
    };
    row: {};
  };
  resume_audit: {
    values: {
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly resource_id: string | null;
      readonly detail: string | null;
    };
    row: {};
  };
  resume_end_decisions: {
    values: {
      readonly provider: string;
    };
    row: {};
  };
  resume_find: {
    values: {
      readonly site_id: string;
    };
    row: {
      name: string;
      provider: string;
      reason: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources" | "by_operator" | null;
      detail: string | null;
      fenced_at: Date | null;
      epoch: bigint | null;
      installation_id: string | null;
      held: number;
    };
  };
  resume_forget_failed: {
    values: {
      readonly provider: string;
    };
    row: {};
  };
  resume_lift: {
    values: {
      readonly installation_id: string;
      readonly epoch: bigint | number;
      readonly token: string;
      readonly provider: string;
    };
    row: {};
  };
  resume_release: {
    values: {
      readonly provider: string;
    };
    row: {};
  };
  resume_restoring: {
    values: Record<never, never>;
    row: {
      set_config: string;
    };
  };
  resume_unknown: {
    values: {
      readonly provider: string;
    };
    row: {
      kind: string;
      id: string;
      name: string | null;
      size: string | null;
    };
  };
  site_decision_claim: {
    values: {
      readonly provider: string;
    };
    row: {
      decision_id: string;
      site_id: string;
      provider: string;
      action: "adopt" | "discard" | "resume" | "add" | "renew" | "check" | "remove" | "import" | "add_host" | "remove_host";
      kind: "vm" | "volume" | "snapshot" | "backup" | "image" | "subnet" | "vm_network" | "nat_gateway" | "load_balancer" | "cdn_distribution" | "machine" | null;
      resource_id: string | null;
      name: string | null;
      workspace_id: bigint | null;
      plan_id: string | null;
      vm_name: string | null;
      force: boolean;
      fenced_at: Date | null;
      reason: string;
      attempts: number;
      settled: boolean;
      late: boolean;
      request_sealed: Buffer | null;
      own: boolean | null;
    };
  };
  site_decision_end: {
    values: {
      readonly state: string;
      readonly outcome: string | null;
      readonly decision_id: string;
      readonly attempts: number;
    };
    row: {};
  };
  site_decision_lanes: {
    values: Record<never, never>;
    row: {
      provider: string;
    };
  };
  site_decision_place: {
    values: {
      readonly provider: string;
      readonly kind: string;
      readonly resource_id: string;
    };
    row: {
      fenced: string | null;
      epoch: bigint | null;
      unknown: boolean;
    };
  };
  site_decision_postpone: {
    values: {
      readonly problem: string | null;
      readonly decision_id: string;
      readonly attempts: number;
    };
    row: {};
  };
  site_decision_release: {
    values: {
      readonly decision_id: string;
      readonly attempts: number;
    };
    row: {};
  };
  site_decision_renew: {
    values: {
      readonly decision_id: string;
      readonly attempts: number;
    };
    row: {
      decision_id: string;
    };
  };
  site_decision_settle: {
    values: {
      readonly decision_id: string;
      readonly attempts: number;
      readonly epoch: bigint | number | null;
    };
    row: {
      decision_id: string;
    };
  };
  site_forget: {
    values: {
      readonly site_id: string;
    };
    row: {
      site_id: string;
    };
  };
  site_host_named: {
    values: {
      readonly site_id: string;
      readonly name: string;
    };
    row: {
      host_id: string;
    };
  };
  site_lock: {
    values: {
      readonly site_id: string;
    };
    row: {};
  };
  site_mark_removed: {
    values: {
      readonly site_id: string;
    };
    row: {};
  };
  site_removable: {
    values: {
      readonly site_id: string;
    };
    row: {
      name: string;
      provider: string;
      setup_state: "new" | "preparing" | null;
      shared: boolean;
    };
  };
  site_resources: {
    values: {
      readonly site_id: string;
    };
    row: {
      type: "VM" | "volume" | "VPC" | "load balancer" | "reserved address" | "image" | "copy of an image" | "kept backup" | "kept snapshot";
      id: string;
      name: string;
    };
  };
  site_take_away: {
    values: {
      readonly site_id: string;
      readonly provider: string | null;
      readonly decision_id: string;
    };
    row: {};
  };
  site_unknown: {
    values: {
      readonly provider: string;
    };
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
  site_unmark_removed: {
    values: {
      readonly site_id: string;
    };
    row: {};
  };
  strangers_record: {
    values: {
      readonly strangers: string;
      readonly provider: string;
    };
    row: {};
  };
  unknown_forget: {
    values: {
      readonly provider: string;
      readonly kind: string;
      readonly resource_id: string;
    };
    row: {};
  };
  unknown_forget_others: {
    values: {
      readonly provider: string;
      readonly kind: string;
      readonly resource_ids: readonly string[];
    };
    row: {};
  };
  unknown_forgotten: {
    values: {
      readonly provider: string;
    };
    row: {
      count: number;
    };
  };
  unknown_list: {
    values: {
      readonly site_id: string | null;
    };
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
    values: {
      readonly provider: string;
      readonly kind: string;
      readonly resource_id: string;
    };
    row: {
      kind: string;
    };
  };
  unknown_of_provider: {
    values: {
      readonly provider: string;
    };
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
    values: {
      readonly provider: string;
      readonly kind: string;
      readonly resource_id: string;
      readonly name: string | null;
      readonly size: string | null;
      readonly made_at: Date | string | null;
      readonly record: string | null;
      readonly installation_id: string | null;
    };
    row: {};
  };
  unknown_see: {
    values: {
      readonly provider: string;
      readonly kind: string;
      readonly resource_ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
  unknown_with_tombstone: {
    values: {
      readonly provider: string;
      readonly kind: string;
      readonly resource_ids: readonly string[];
    };
    row: {
      id: string;
    };
  };
}
