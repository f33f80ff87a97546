// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ProvidersStatements {
  acme_account_add: {
    values: {
      readonly directory_url: string;
      readonly key_sealed: Uint8Array;
    };
    row: {
      key_sealed: Buffer;
      account_url: string | null;
    };
  };
  acme_account_find: {
    values: {
      readonly directory_url: string;
    };
    row: {
      key_sealed: Buffer;
      account_url: string | null;
    };
  };
  acme_account_register: {
    values: {
      readonly account_url: string | null;
      readonly directory_url: string;
    };
    row: {};
  };
  acme_certificate_failed: {
    values: {
      readonly certificate_id: string;
      readonly directory_url: string;
      readonly problem: string | null;
    };
    row: {
      next_try_at: Date | null;
    };
  };
  acme_certificate_find: {
    values: {
      readonly certificate_id: string;
      readonly directory_url: string;
    };
    row: {
      expires_at: Date | null;
      is_good: boolean | null;
      is_waiting: boolean | null;
      next_try_at: Date | null;
      problem: string | null;
      order_url: string | null;
      key_sealed: Buffer | null;
    };
  };
  acme_certificate_issued: {
    values: {
      readonly expires_at: Date | string | null;
      readonly renew_at: Date | string | null;
      readonly certificate_id: string;
      readonly directory_url: string;
    };
    row: {};
  };
  acme_certificate_order: {
    values: {
      readonly certificate_id: string;
      readonly directory_url: string;
      readonly order_url: string | null;
      readonly key_sealed: Uint8Array | null;
    };
    row: {};
  };
  edge_addresses_forget: {
    values: Record<never, never>;
    row: {};
  };
  edge_addresses_held: {
    values: {
      readonly site_id: string;
    };
    row: {
      address: string;
    };
  };
  edge_balancer_find: {
    values: {
      readonly ids: readonly string[];
    };
    row: {
      loadBalancerId: string;
      revision: number;
    };
  };
  edge_balancer_health: {
    values: {
      readonly load_balancer_id: string;
    };
    row: {
      targets: unknown;
    };
  };
  edge_balancer_list: {
    values: {
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      loadBalancerId: string;
      revision: number;
    };
  };
  edge_balancer_put: {
    values: {
      readonly load_balancer_id: string;
      readonly site_id: string;
      readonly revision: number;
      readonly body_sealed: Uint8Array | null;
      readonly addresses: readonly string[];
    };
    row: {
      sequence: bigint;
    };
  };
  edge_balancer_remove: {
    values: {
      readonly load_balancer_id: string;
    };
    row: {};
  };
  edge_cdn_served: {
    values: Record<never, never>;
    row: {
      served: boolean;
    };
  };
  edge_distribution_find: {
    values: {
      readonly made_with: string;
      readonly ids: readonly string[];
    };
    row: {
      distributionId: string;
      revision: number;
    };
  };
  edge_distribution_list: {
    values: {
      readonly made_with: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      distributionId: string;
      revision: number;
    };
  };
  edge_document_has: {
    values: {
      readonly kind: string;
      readonly id: string;
    };
    row: {
      present: boolean;
    };
  };
  edge_document_progress: {
    values: {
      readonly sequence: bigint | number;
      readonly kind: string | null;
      readonly id: string | null;
      readonly revision: number | null;
      readonly site_id: string | null;
    };
    row: {
      name: string;
      applied: boolean | null;
      message: string | null;
    };
  };
  edge_document_put: {
    values: {
      readonly kind: string;
      readonly id: string;
      readonly revision: number | null;
      readonly body_sealed: Uint8Array | null;
      readonly made_with: string;
      readonly site_id: string | null;
    };
    row: {
      revision: number;
      sequence: bigint;
    };
  };
  edge_document_remove: {
    values: {
      readonly kind: string;
      readonly id: string;
    };
    row: {};
  };
  edge_progress: {
    values: {
      readonly sequence: bigint | number;
      readonly load_balancer_id: string | null;
      readonly revision: number | null;
      readonly site_id: string;
    };
    row: {
      name: string;
      applied: boolean | null;
      message: string | null;
    };
  };
  simulated_backup: {
    values: {
      readonly backup_id: string;
      readonly parent_backup_id: string | null;
      readonly provider: string;
      readonly volume_ids: readonly string[];
      readonly sizes_gb: readonly number[];
      readonly vm_id: string;
      readonly record: string | null;
    };
    row: {
      volume_id: string;
      size_bytes: bigint;
    };
  };
  simulated_backup_delete: {
    values: {
      readonly backup_id: string;
      readonly vm_id: string;
    };
    row: {
      in_use: boolean;
    };
  };
  simulated_backup_import: {
    values: {
      readonly backup_id: string;
      readonly vm_id: string;
      readonly provider: string;
      readonly volume_ids: readonly string[];
      readonly contents: readonly (string | null)[];
    };
    row: {};
  };
  simulated_backup_instance: {
    values: {
      readonly vm_id: string;
    };
    row: {};
  };
  simulated_backup_kept: {
    values: {
      readonly vm_id: string;
      readonly backup_id: string;
    };
    row: {
      volume_id: string;
      size_bytes: bigint;
    };
  };
  simulated_balancer_apply: {
    values: {
      readonly load_balancer_id: string;
      readonly revision: number;
      readonly configuration: string;
      readonly record: string;
      readonly provider: string;
    };
    row: {};
  };
  simulated_balancer_find: {
    values: {
      readonly load_balancer_ids: readonly string[];
      readonly provider: string;
    };
    row: {
      loadBalancerId: string;
      revision: number;
    };
  };
  simulated_balancer_health: {
    values: {
      readonly load_balancer_id: string;
      readonly provider: string;
    };
    row: {
      targetId: string;
      status: "draining" | "online" | "offline";
      reason: "The VM is not there." | "The VM is stopped." | "Its weight is 0." | "It is disabled." | null;
    };
  };
  simulated_balancer_list: {
    values: {
      readonly provider: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      loadBalancerId: string;
      revision: number;
    };
  };
  simulated_balancer_remove: {
    values: {
      readonly load_balancer_id: string;
      readonly provider: string;
    };
    row: {};
  };
  simulated_certificate_obtain: {
    values: {
      readonly domain: string;
    };
    row: {
      expires_at: Date;
    };
  };
  simulated_configure: {
    values: {
      readonly configuration: string;
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
    };
  };
  simulated_console: {
    values: {
      readonly vm_id: string;
    };
    row: {
      console: (string | null)[];
      name: string;
      hostname: string | null;
      template_id: string;
      cpu: number;
      ram_mb: number;
    };
  };
  simulated_create: {
    values: {
      readonly vm_id: string;
      readonly name: string;
      readonly cpu: number;
      readonly ram_mb: number;
      readonly disk_gb: number;
      readonly template_id: string;
      readonly vanish_after_ms: number | null;
      readonly gpu_model: string | null;
      readonly gpu_count: number;
      readonly gpus: readonly string[] | null;
      readonly record: string;
      readonly plan_id: string | null;
      readonly provider: string;
      readonly host: string | null;
    };
    row: {};
  };
  simulated_create_fill: {
    values: {
      readonly volume_id: string | null;
      readonly vm_id: string;
      readonly point_id: string;
      readonly provider: string;
      readonly new_volume_id: string;
      readonly new_vm_id: string | null;
    };
    row: {
      filled: number;
    };
  };
  simulated_delete: {
    values: {
      readonly vm_id: string;
    };
    row: {};
  };
  simulated_describe_backup: {
    values: {
      readonly id: string;
      readonly provider: string;
    };
    row: {
      vm_id: string;
      bytes: string;
      made_at: Date;
      record: unknown;
    };
  };
  simulated_describe_balancer: {
    values: {
      readonly load_balancer_id: string;
      readonly provider: string;
    };
    row: {
      revision: number;
      record: unknown;
      size: string | null;
    };
  };
  simulated_describe_image: {
    values: {
      readonly image_id: string;
      readonly provider: string;
    };
    row: {
      size_bytes: bigint;
      record: unknown;
    };
  };
  simulated_describe_network: {
    values: {
      readonly id: string;
      readonly kind: string;
      readonly provider: string;
    };
    row: {
      revision: number;
      record: unknown;
      size: string | null;
    };
  };
  simulated_describe_snapshot: {
    values: {
      readonly id: string;
      readonly provider: string;
    };
    row: {
      vm_id: string;
      bytes: string;
      made_at: Date;
      record: unknown;
    };
  };
  simulated_describe_vm: {
    values: {
      readonly vm_id: string;
      readonly provider: string;
    };
    row: {
      vm_id: string;
      name: string;
      power: "stopped" | "running";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      template_id: string;
      rescue: boolean;
      private_ip: string;
      host: string | null;
      gpus: string[] | null;
      record: unknown;
    };
  };
  simulated_describe_volume: {
    values: {
      readonly volume_id: string;
      readonly provider: string;
    };
    row: {
      name: string;
      size_gb: number;
      created_at: Date;
      record: unknown;
      vm_id: string | null;
      device_path: string | null;
    };
  };
  simulated_describe_volume_snapshots: {
    values: {
      readonly volume_id: string;
    };
    row: {
      snapshot_id: string;
      size_gb: number;
      stored_bytes: bigint;
      created_at: Date;
    };
  };
  simulated_disks_instance: {
    values: {
      readonly vm_id: string;
    };
    row: {};
  };
  simulated_disks_write: {
    values: {
      readonly volume_ids: readonly string[];
      readonly contents: readonly string[];
      readonly roles: readonly string[];
      readonly vm_id: string;
    };
    row: {
      volume_id: string;
    };
  };
  simulated_dns: {
    values: {
      readonly name: string;
      readonly type: string;
    };
    row: {
      value: string;
    };
  };
  simulated_dns_apply: {
    values: {
      readonly name: string;
      readonly zone_id: string;
      readonly record_sets: string;
      readonly dnskey: string | null;
    };
    row: {};
  };
  simulated_dns_delegated: {
    values: {
      readonly name: string;
      readonly type: string;
    };
    row: {
      value: string;
    };
  };
  simulated_dns_list: {
    values: Record<never, never>;
    row: {
      zone_id: string;
    };
  };
  simulated_dns_remove: {
    values: {
      readonly name: string;
      readonly zone_id: string;
    };
    row: {};
  };
  simulated_edge_deploy: {
    values: {
      readonly distribution_id: string;
      readonly revision: number;
      readonly configuration: string;
    };
    row: {};
  };
  simulated_edge_find: {
    values: {
      readonly distribution_ids: readonly string[];
    };
    row: {
      distributionId: string;
      revision: number;
    };
  };
  simulated_edge_list: {
    values: {
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      distributionId: string;
      revision: number;
    };
  };
  simulated_edge_purge: {
    values: {
      readonly distribution_id: string;
      readonly paths: readonly (string | null)[];
      readonly everything: boolean;
    };
    row: {};
  };
  simulated_edge_remove: {
    values: {
      readonly distribution_id: string;
    };
    row: {};
  };
  simulated_find: {
    values: {
      readonly vm_ids: readonly string[];
      readonly provider: string;
    };
    row: {
      vm_id: string;
      power: "stopped" | "running";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      template_id: string;
      rescue: boolean;
      private_ip: string;
      host: string | null;
      gpus: string[] | null;
    };
  };
  simulated_grow: {
    values: {
      readonly disk_gb: number;
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
    };
  };
  simulated_hosts: {
    values: {
      readonly provider: string;
    };
    row: {
      name: string;
      online: boolean;
      cpus: number;
      ram_mb: number;
      disk_gb: number;
      gpus: unknown;
      architectures: string[];
      firmware: string[];
      used_ram_mb: number;
    };
  };
  simulated_hosts_make: {
    values: {
      readonly provider: string;
    };
    row: {};
  };
  simulated_image: {
    values: {
      readonly volume_id: string;
      readonly kind: string;
      readonly point_id: string;
      readonly vm_id: string | null;
      readonly image_id: string;
      readonly provider: string;
      readonly size_gb: number;
      readonly record: string;
    };
    row: {
      size_bytes: bigint;
    };
  };
  simulated_image_delete: {
    values: {
      readonly image_id: string;
    };
    row: {};
  };
  simulated_image_export: {
    values: {
      readonly image_id: string;
      readonly provider: string;
    };
    row: {
      size_bytes: bigint;
      content: string | null;
    };
  };
  simulated_image_find: {
    values: {
      readonly image_ids: readonly string[];
      readonly provider: string;
    };
    row: {
      image_id: string;
    };
  };
  simulated_image_import: {
    values: {
      readonly image_id: string;
      readonly provider: string;
      readonly size_bytes: bigint | number;
      readonly content: string | null;
      readonly record: string;
    };
    row: {
      size_bytes: bigint;
    };
  };
  simulated_image_list: {
    values: {
      readonly after: string;
      readonly provider: string;
      readonly limit: bigint | number;
    };
    row: {
      image_id: string;
    };
  };
  simulated_instance_network_apply: {
    values: {
      readonly provider: string;
      readonly configuration: string;
      readonly id: string;
      readonly revision: number;
      readonly record: string;
    };
    row: {};
  };
  simulated_known: {
    values: {
      readonly vm_id: string;
    };
    row: {};
  };
  simulated_label_machine: {
    values: {
      readonly machine: string;
      readonly provider: string;
      readonly vm_id: string;
      readonly name: string;
      readonly template_id: string;
      readonly record: string;
      readonly plan_id: string | null;
      readonly volumes: string;
      readonly root_volume_id: string | null;
    };
    row: {
      vm_id: string;
    };
  };
  simulated_list: {
    values: {
      readonly provider: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      power: "stopped" | "running";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      template_id: string;
      rescue: boolean;
      private_ip: string;
      host: string | null;
      gpus: string[] | null;
    };
  };
  simulated_metadata_machine: {
    values: {
      readonly provider: string;
      readonly ending: string;
    };
    row: {
      vm_id: string;
      addresses: (string | null)[];
    };
  };
  simulated_metrics: {
    values: {
      readonly provider: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      rx_counter: bigint;
      tx_counter: bigint;
      gpu_count: number;
    };
  };
  simulated_move: {
    values: {
      readonly vm_id: string;
      readonly host: string;
    };
    row: {
      vm_id: string;
    };
  };
  simulated_names_apply: {
    values: {
      readonly provider: string;
      readonly vpc_id: string;
      readonly revision: number;
      readonly names: string | null;
    };
    row: {
      is_ready: boolean;
    };
  };
  simulated_names_remove: {
    values: {
      readonly provider: string;
    };
    row: {};
  };
  simulated_network_apply: {
    values: {
      readonly kind: string;
      readonly id: string;
      readonly revision: number;
      readonly configuration: string;
      readonly record: string;
      readonly provider: string;
    };
    row: {};
  };
  simulated_network_find: {
    values: {
      readonly kind: string;
      readonly ids: readonly string[];
      readonly provider: string;
    };
    row: {
      id: string;
      revision: number;
    };
  };
  simulated_network_list: {
    values: {
      readonly kind: string;
      readonly after: string;
      readonly provider: string;
      readonly limit: bigint | number;
    };
    row: {
      id: string;
      revision: number;
    };
  };
  simulated_network_remove: {
    values: {
      readonly kind: string;
      readonly id: string;
      readonly provider: string;
    };
    row: {};
  };
  simulated_ownership_read: {
    values: Record<never, never>;
    row: {
      mark: unknown;
    };
  };
  simulated_ownership_write: {
    values: {
      readonly mark: string;
    };
    row: {};
  };
  simulated_pace: {
    values: {
      readonly provider: string;
    };
    row: {
      answers_after_ms: number;
      silent: boolean;
    };
  };
  simulated_point_content: {
    values: {
      readonly volume_ids: readonly string[];
      readonly vm_id: string;
      readonly point_id: string;
      readonly provider: string;
    };
    row: {
      volume_id: string;
      content: string | null;
    };
  };
  simulated_provision: {
    values: {
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
    };
  };
  simulated_rebuild: {
    values: {
      readonly template_id: string;
      readonly request_id: string | null;
      readonly vm_id: string;
    };
    row: {};
  };
  simulated_recover: {
    values: {
      readonly vm_id: string;
      readonly host: string;
    };
    row: {
      vm_id: string;
    };
  };
  simulated_recoverable: {
    values: {
      readonly vm_id: string;
    };
    row: {
      online: boolean;
    };
  };
  simulated_recovery_find: {
    values: {
      readonly snapshot_ids: readonly string[];
      readonly provider: string;
    };
    row: {
      id: string;
      vmId: string;
      kind: "snapshot" | "backup";
    };
  };
  simulated_recovery_list: {
    values: {
      readonly after: string;
      readonly provider: string;
      readonly limit: bigint | number;
    };
    row: {
      id: string;
      vmId: string;
      kind: "snapshot" | "backup";
    };
  };
  simulated_release_machine: {
    values: {
      readonly vm_id: string;
      readonly volume_ids: readonly string[];
    };
    row: {
      name: string;
    };
  };
  simulated_rescue: {
    values: {
      readonly rescue: boolean;
      readonly vm_id: string;
    };
    row: {};
  };
  simulated_resize: {
    values: {
      readonly cpu: number;
      readonly ram_mb: number;
      readonly gpu_model: string | null;
      readonly gpu_count: number;
      readonly gpus: readonly string[] | null;
      readonly plan_id: string | null;
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
    };
  };
  simulated_restart: {
    values: {
      readonly last_restart_id: string | null;
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
    };
  };
  simulated_revert: {
    values: {
      readonly vm_id: string;
      readonly request_id: string;
    };
    row: {};
  };
  simulated_see_gpus: {
    values: {
      readonly vm_id: string;
    };
    row: {
      power: "stopped" | "running";
      listed: (string | null)[];
    };
  };
  simulated_set_apply: {
    values: {
      readonly revision: number;
      readonly addresses: string | null;
      readonly id: string;
      readonly provider: string;
    };
    row: {};
  };
  simulated_sets_remove: {
    values: {
      readonly provider: string;
    };
    row: {};
  };
  simulated_shrink: {
    values: {
      readonly disk_gb: number;
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
    };
  };
  simulated_site_mark_read: {
    values: {
      readonly provider: string;
    };
    row: {
      mark: unknown;
    };
  };
  simulated_site_mark_write: {
    values: {
      readonly provider: string;
      readonly mark: string | null;
    };
    row: {};
  };
  simulated_snapshot: {
    values: {
      readonly snapshot_id: string;
      readonly provider: string;
      readonly volume_ids: readonly string[];
      readonly sizes_gb: readonly number[];
      readonly vm_id: string;
      readonly record: string | null;
    };
    row: {
      volume_id: string;
      size_bytes: bigint;
    };
  };
  simulated_snapshot_captured: {
    values: {
      readonly vm_id: string;
      readonly snapshot_id: string;
    };
    row: {
      volume_id: string;
      size_bytes: bigint;
    };
  };
  simulated_snapshot_content: {
    values: {
      readonly vm_id: string;
      readonly snapshot_id: string;
      readonly volume_ids: readonly string[];
    };
    row: {
      volume_id: string;
      content: string;
    };
  };
  simulated_snapshot_delete: {
    values: {
      readonly vm_id: string;
      readonly snapshot_id: string;
    };
    row: {};
  };
  simulated_start: {
    values: {
      readonly vm_id: string;
    };
    row: {
      private_ip: string;
    };
  };
  simulated_stop: {
    values: {
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
    };
  };
  simulated_stranger_machines: {
    values: {
      readonly provider: string;
      readonly vm_ids: readonly string[];
    };
    row: {
      name: string;
      power: "stopped" | "running";
      cpu: number | null;
      ram_mb: number | null;
      disk_gb: number | null;
      private_ip: string;
      image: string | null;
      ephemeral: boolean;
      rx_bytes: bigint;
      tx_bytes: bigint;
      volumes: string[];
    };
  };
  simulated_stranger_volumes: {
    values: {
      readonly provider: string;
      readonly volume_ids: readonly string[];
    };
    row: {
      name: string;
      size_gb: number | null;
      machine: string | null;
    };
  };
  simulated_terminal: {
    values: {
      readonly vm_id: string;
    };
    row: {
      name: string;
      power: "stopped" | "running";
      configuration: unknown;
      template_id: string;
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      private_ip: string;
      started_at: Date | null;
      rescue: boolean;
    };
  };
  simulated_traffic: {
    values: {
      readonly provider: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      rx_counter: bigint;
      tx_counter: bigint;
    };
  };
  simulated_update_access: {
    values: {
      readonly ssh_keys: string | null;
      readonly password_hash: string | null;
      readonly request_id: string | null;
      readonly vm_id: string;
    };
    row: {};
  };
  simulated_volume_attach: {
    values: {
      readonly device_path: string;
      readonly volume_id: string;
      readonly vm_id: string;
    };
    row: {
      volume_there: boolean;
      instance_there: boolean;
      attached_vm_id: string | null;
      done: boolean;
    };
  };
  simulated_volume_create: {
    values: {
      readonly volume_id: string;
      readonly name: string;
      readonly size_gb: number;
      readonly type: string;
      readonly source_snapshot_id: string | null;
      readonly vanishes: boolean;
      readonly record: string | null;
      readonly provider: string;
      readonly source_volume_id: string | null;
    };
    row: {
      volume_id: string;
    };
  };
  simulated_volume_delete: {
    values: {
      readonly volume_id: string;
    };
    row: {};
  };
  simulated_volume_detach: {
    values: {
      readonly volume_id: string;
      readonly vm_id: string;
    };
    row: {};
  };
  simulated_volume_fill: {
    values: {
      readonly source_volume_id: string | null;
      readonly vm_id: string;
      readonly point_id: string;
      readonly provider: string;
      readonly volume_id: string;
    };
    row: {
      filled: number;
    };
  };
  simulated_volume_find: {
    values: {
      readonly volume_ids: readonly string[];
      readonly provider: string;
    };
    row: {
      volume_id: string;
      size_gb: number;
      vm_id: string | null;
    };
  };
  simulated_volume_grow: {
    values: {
      readonly size_gb: number;
      readonly volume_id: string;
    };
    row: {
      volume_id: string;
    };
  };
  simulated_volume_list: {
    values: {
      readonly provider: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      volume_id: string;
      size_gb: number;
      vm_id: string | null;
    };
  };
  simulated_volume_metrics: {
    values: {
      readonly provider: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      volume_id: string;
      created_at: Date;
    };
  };
  simulated_volume_snapshot_create: {
    values: {
      readonly snapshot_id: string;
      readonly volume_id: string;
    };
    row: {
      stored_bytes: bigint;
    };
  };
  simulated_volume_snapshot_delete: {
    values: {
      readonly volume_id: string;
      readonly snapshot_id: string;
    };
    row: {};
  };
}
