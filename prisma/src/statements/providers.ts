// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ProvidersStatements {
  acme_account_add: {
    values: readonly [string, Uint8Array];
    row: {
      key_sealed: Buffer;
      account_url: string | null;
    };
  };
  acme_account_find: {
    values: readonly [string | null];
    row: {
      key_sealed: Buffer;
      account_url: string | null;
    };
  };
  acme_account_register: {
    values: readonly [string | null, string | null];
    row: {};
  };
  acme_certificate_failed: {
    values: readonly [string, string, string | null];
    row: {
      next_try_at: Date | null;
    };
  };
  acme_certificate_find: {
    values: readonly [string | null, string | null];
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
    values: readonly [string | null, string | null, Date | string | null, Date | string | null];
    row: {};
  };
  acme_certificate_order: {
    values: readonly [string, string, string | null, Uint8Array | null];
    row: {};
  };
  edge_addresses_forget: {
    values: readonly [];
    row: {};
  };
  edge_addresses_held: {
    values: readonly [string | null];
    row: {
      address: string;
    };
  };
  edge_balancer_find: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      loadBalancerId: string;
      revision: number;
    };
  };
  edge_balancer_health: {
    values: readonly [string | null];
    row: {
      targets: unknown;
    };
  };
  edge_balancer_list: {
    values: readonly [string | null, bigint | number | null];
    row: {
      loadBalancerId: string;
      revision: number;
    };
  };
  edge_balancer_put: {
    values: readonly [string | null, string | null, number | null, Uint8Array | null, readonly (string | null)[] | null];
    row: {
      sequence: bigint;
    };
  };
  edge_balancer_remove: {
    values: readonly [string | null];
    row: {};
  };
  edge_cdn_served: {
    values: readonly [];
    row: {
      served: boolean;
    };
  };
  edge_distribution_find: {
    values: readonly [string | null, readonly (string | null)[] | null];
    row: {
      distributionId: string;
      revision: number;
    };
  };
  edge_distribution_list: {
    values: readonly [string | null, string | null, bigint | number | null];
    row: {
      distributionId: string;
      revision: number;
    };
  };
  edge_document_has: {
    values: readonly [string | null, string | null];
    row: {
      present: boolean;
    };
  };
  edge_document_progress: {
    values: readonly [bigint | number | null, string | null, string | null, number | null, string | null];
    row: {
      name: string;
      applied: boolean | null;
      message: string | null;
    };
  };
  edge_document_put: {
    values: readonly [string | null, string | null, number | null, Uint8Array | null, string | null, string | null];
    row: {
      revision: number;
      sequence: bigint;
    };
  };
  edge_document_remove: {
    values: readonly [string | null, string | null];
    row: {};
  };
  edge_progress: {
    values: readonly [string | null, bigint | number | null, string | null, number | null];
    row: {
      name: string;
      applied: boolean | null;
      message: string | null;
    };
  };
  simulated_backup: {
    values: readonly [string | null, string | null, string | null, readonly (string | null)[] | null, readonly (number | null)[] | null, string | null, string | null];
    row: {
      volume_id: string;
      size_bytes: bigint;
    };
  };
  simulated_backup_content: {
    values: readonly [string | null, string | null, readonly (string | null)[] | null];
    row: {
      volume_id: string;
      content: string | null;
    };
  };
  simulated_backup_delete: {
    values: readonly [string | null, string | null];
    row: {
      in_use: boolean;
    };
  };
  simulated_backup_instance: {
    values: readonly [string | null];
    row: {};
  };
  simulated_balancer_apply: {
    values: readonly [string, number, string, string | null, string];
    row: {};
  };
  simulated_balancer_find: {
    values: readonly [readonly (string | null)[] | null, string | null];
    row: {
      loadBalancerId: string;
      revision: number;
    };
  };
  simulated_balancer_health: {
    values: readonly [string | null, string | null];
    row: {
      targetId: string;
      status: "draining" | "online" | "offline";
      reason: "The VM is not there." | "The VM is stopped." | "Its weight is 0." | "It is disabled." | null;
    };
  };
  simulated_balancer_list: {
    values: readonly [string | null, bigint | number | null, string | null];
    row: {
      loadBalancerId: string;
      revision: number;
    };
  };
  simulated_balancer_remove: {
    values: readonly [string | null, string | null];
    row: {};
  };
  simulated_certificate_obtain: {
    values: readonly [string];
    row: {
      expires_at: Date;
    };
  };
  simulated_configure: {
    values: readonly [string | null, string | null];
    row: {
      vm_id: string;
    };
  };
  simulated_console: {
    values: readonly [string | null];
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
    values: readonly [string, string, number, number, number, string, number | null, string | null, number, string | null, string | null, string];
    row: {};
  };
  simulated_delete: {
    values: readonly [string | null];
    row: {};
  };
  simulated_describe_backup: {
    values: readonly [string | null, string | null];
    row: {
      vm_id: string;
      bytes: string;
      made_at: Date;
      record: unknown;
    };
  };
  simulated_describe_balancer: {
    values: readonly [string | null, string | null];
    row: {
      revision: number;
      record: unknown;
      size: string | null;
    };
  };
  simulated_describe_network: {
    values: readonly [string | null, string | null, string | null];
    row: {
      revision: number;
      record: unknown;
      size: string | null;
    };
  };
  simulated_describe_snapshot: {
    values: readonly [string | null, string | null];
    row: {
      vm_id: string;
      bytes: string;
      made_at: Date;
      record: unknown;
    };
  };
  simulated_describe_vm: {
    values: readonly [string | null, string | null];
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
      record: unknown;
    };
  };
  simulated_describe_volume: {
    values: readonly [string | null, string | null];
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
    values: readonly [string | null];
    row: {
      snapshot_id: string;
      size_gb: number;
      stored_bytes: bigint;
      created_at: Date;
    };
  };
  simulated_disks_instance: {
    values: readonly [string | null];
    row: {};
  };
  simulated_disks_write: {
    values: readonly [string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null];
    row: {
      volume_id: string;
    };
  };
  simulated_dns: {
    values: readonly [string | null, string | null];
    row: {
      value: string;
    };
  };
  simulated_edge_deploy: {
    values: readonly [string, number, string];
    row: {};
  };
  simulated_edge_find: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      distributionId: string;
      revision: number;
    };
  };
  simulated_edge_list: {
    values: readonly [string | null, bigint | number | null];
    row: {
      distributionId: string;
      revision: number;
    };
  };
  simulated_edge_purge: {
    values: readonly [string, readonly (string | null)[], boolean];
    row: {};
  };
  simulated_edge_remove: {
    values: readonly [string | null];
    row: {};
  };
  simulated_find: {
    values: readonly [readonly (string | null)[] | null, string | null];
    row: {
      vm_id: string;
      power: "stopped" | "running";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      template_id: string;
      rescue: boolean;
      private_ip: string;
    };
  };
  simulated_grow: {
    values: readonly [string | null, number | null];
    row: {
      vm_id: string;
    };
  };
  simulated_label_machine: {
    values: readonly [string | null, string | null, string, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      vm_id: string;
    };
  };
  simulated_list: {
    values: readonly [string | null, bigint | number | null, string | null];
    row: {
      vm_id: string;
      power: "stopped" | "running";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      template_id: string;
      rescue: boolean;
      private_ip: string;
    };
  };
  simulated_metrics: {
    values: readonly [string | null, bigint | number | null, string | null];
    row: {
      vm_id: string;
      rx_counter: bigint;
      tx_counter: bigint;
      gpu_count: number;
    };
  };
  simulated_network_apply: {
    values: readonly [string, string, number, string, string | null, string];
    row: {};
  };
  simulated_network_find: {
    values: readonly [string | null, readonly (string | null)[] | null, string | null];
    row: {
      id: string;
      revision: number;
    };
  };
  simulated_network_list: {
    values: readonly [string | null, string | null, bigint | number | null, string | null];
    row: {
      id: string;
      revision: number;
    };
  };
  simulated_network_remove: {
    values: readonly [string | null, string | null, string | null];
    row: {};
  };
  simulated_ownership_read: {
    values: readonly [];
    row: {
      mark: unknown;
    };
  };
  simulated_ownership_write: {
    values: readonly [string];
    row: {};
  };
  simulated_pace: {
    values: readonly [string | null];
    row: {
      answers_after_ms: number;
      silent: boolean;
    };
  };
  simulated_provision: {
    values: readonly [string | null];
    row: {
      vm_id: string;
    };
  };
  simulated_rebuild: {
    values: readonly [string | null, string | null, string];
    row: {};
  };
  simulated_recovery_find: {
    values: readonly [readonly (string | null)[] | null, string | null];
    row: {
      id: string;
      vmId: string;
      kind: "snapshot" | "backup";
    };
  };
  simulated_recovery_list: {
    values: readonly [string | null, bigint | number | null, string | null];
    row: {
      id: string;
      vmId: string;
      kind: "snapshot" | "backup";
    };
  };
  simulated_release_machine: {
    values: readonly [string | null, readonly (string | null)[] | null];
    row: {
      name: string;
    };
  };
  simulated_rescue: {
    values: readonly [string | null, boolean];
    row: {};
  };
  simulated_resize: {
    values: readonly [string | null, number, number, string | null, number, string | null];
    row: {
      vm_id: string;
    };
  };
  simulated_restart: {
    values: readonly [string | null, string | null];
    row: {
      vm_id: string;
    };
  };
  simulated_revert: {
    values: readonly [string | null, string | null];
    row: {};
  };
  simulated_shrink: {
    values: readonly [string | null, number | null];
    row: {
      vm_id: string;
    };
  };
  simulated_site_mark_read: {
    values: readonly [string | null];
    row: {
      mark: unknown;
    };
  };
  simulated_site_mark_write: {
    values: readonly [string, string | null];
    row: {};
  };
  simulated_snapshot: {
    values: readonly [string | null, string | null, readonly (string | null)[] | null, readonly (number | null)[] | null, string | null, string | null];
    row: {
      volume_id: string;
      size_bytes: bigint;
    };
  };
  simulated_snapshot_content: {
    values: readonly [string | null, string | null, readonly (string | null)[] | null];
    row: {
      volume_id: string;
      content: string;
    };
  };
  simulated_snapshot_delete: {
    values: readonly [string | null, string | null];
    row: {};
  };
  simulated_start: {
    values: readonly [string | null];
    row: {
      private_ip: string;
    };
  };
  simulated_stop: {
    values: readonly [string | null];
    row: {
      vm_id: string;
    };
  };
  simulated_stranger_machines: {
    values: readonly [readonly (string | null)[] | null, string | null];
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
    values: readonly [readonly (string | null)[] | null, string | null];
    row: {
      name: string;
      size_gb: number | null;
      machine: string | null;
    };
  };
  simulated_terminal: {
    values: readonly [string | null];
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
    values: readonly [string | null, bigint | number | null, string | null];
    row: {
      vm_id: string;
      rx_counter: bigint;
      tx_counter: bigint;
    };
  };
  simulated_update_access: {
    values: readonly [string | null, string | null, string | null, string | null];
    row: {};
  };
  simulated_volume_attach: {
    values: readonly [string | null, string | null, string | null];
    row: {
      volume_there: boolean;
      instance_there: boolean;
      attached_vm_id: string | null;
      done: boolean;
    };
  };
  simulated_volume_create: {
    values: readonly [string | null, string | null, number | null, string | null, string | null, string | null, number | null, string | null, string | null];
    row: {
      volume_id: string;
    };
  };
  simulated_volume_delete: {
    values: readonly [string | null];
    row: {};
  };
  simulated_volume_detach: {
    values: readonly [string | null, string | null];
    row: {};
  };
  simulated_volume_find: {
    values: readonly [readonly (string | null)[] | null, string | null];
    row: {
      volume_id: string;
      size_gb: number;
      vm_id: string | null;
    };
  };
  simulated_volume_grow: {
    values: readonly [string | null, number | null];
    row: {
      volume_id: string;
    };
  };
  simulated_volume_list: {
    values: readonly [string | null, bigint | number | null, string | null];
    row: {
      volume_id: string;
      size_gb: number;
      vm_id: string | null;
    };
  };
  simulated_volume_metrics: {
    values: readonly [string | null, bigint | number | null, string | null];
    row: {
      volume_id: string;
      created_at: Date;
    };
  };
  simulated_volume_snapshot_create: {
    values: readonly [string | null, string | null];
    row: {
      stored_bytes: bigint;
    };
  };
  simulated_volume_snapshot_delete: {
    values: readonly [string | null, string | null];
    row: {};
  };
}
