// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface RecoveryStatements {
  backup_basis: {
    values: readonly [bigint | number | null, string | null];
    row: {
      disk_gb: number;
      provider: string;
      policy_id: string | null;
      full_backup_interval_days: number | null;
      incremental_enabled: boolean | null;
      chain_id: string | null;
      full_at: Date | null;
      last_id: string | null;
    };
  };
  backup_begin: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  backup_delete: {
    values: readonly [bigint | number | null, string | null, string | null, "cloud" | "gpu" | null];
    row: {
      backup_id: string;
    };
  };
  backup_end: {
    values: readonly [bigint | number | null, string | null, string | null, "queued" | "running" | "succeeded" | "failed" | "cancelled", string, bigint | number | null, string | null, string | null];
    row: {};
  };
  backup_expire: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null];
    row: {};
  };
  backup_expire_anew: {
    values: readonly [bigint | number | null, string | null, string | null, number | null];
    row: {};
  };
  backup_expiring_vms: {
    values: readonly [Date | string | null, string | null];
    row: {
      vm_id: string;
      workspace_id: bigint;
    };
  };
  backup_find: {
    values: readonly [bigint | number | null, string | null];
    row: {
      vm_id: string;
      source_disk_size_gb: number;
      data_volumes: unknown;
      parent_backup_id: string | null;
      record: { installation_id: string; rows: { backup: unknown; backup_policy: unknown[] } };
    };
  };
  backup_forget: {
    values: readonly [string | null];
    row: {};
  };
  backup_get: {
    values: readonly [bigint | number | null, string | null, string | null, "cloud" | "gpu" | null];
    row: {
      backup_id: string;
      vm_id: string;
      policy_id: string | null;
      operation_id: string | null;
      type: "full" | "incremental";
      parent_backup_id: string | null;
      chain_id: string;
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      trigger: "schedule" | "manual";
      storage_backend: string;
      source_disk_size_gb: number;
      data_volumes: unknown;
      artifacts: unknown;
      restored: unknown;
      size_bytes: bigint | null;
      error_code: string | null;
      error_message: string | null;
      scheduled_for: Date | null;
      created_at: Date;
      started_at: Date | null;
      finished_at: Date | null;
      expires_at: Date | null;
      vm_name: string;
      live_volume_ids: string[];
    };
  };
  backup_insert: {
    values: readonly [string, bigint | number, string, string | null, string | null, "full" | "incremental", string | null, string, "schedule" | "manual", Date | string | null, number, string, string];
    row: {};
  };
  backup_insert_missed: {
    values: readonly [string | null, bigint | number | null, string | null, "full" | "incremental" | null, string | null, Date | string | null, number | null, string | null, string | null, string | null];
    row: {};
  };
  backup_list: {
    values: readonly [bigint | number | null, string | null, string | null, "queued" | "running" | "succeeded" | "failed" | "cancelled" | null, "full" | "incremental" | null, bigint | number | null];
    row: {
      backup_id: string;
      vm_id: string;
      policy_id: string | null;
      operation_id: string | null;
      type: "full" | "incremental";
      parent_backup_id: string | null;
      chain_id: string;
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      trigger: "schedule" | "manual";
      storage_backend: string;
      source_disk_size_gb: number;
      data_volumes: unknown;
      artifacts: unknown;
      restored: unknown;
      size_bytes: bigint | null;
      error_code: string | null;
      error_message: string | null;
      scheduled_for: Date | null;
      created_at: Date;
      started_at: Date | null;
      finished_at: Date | null;
      expires_at: Date | null;
    };
  };
  backup_overview: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
    row: {
      vm_name: string;
      live_volume_ids: string[];
    };
  };
  backup_policy_disable: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
    row: {
      policy_id: string;
      vm_id: string;
      enabled: boolean;
      frequency: "hourly" | "daily" | "weekly";
      timezone: string;
      hour: number;
      minute: number;
      day_of_week: number | null;
      window_minutes: number;
      retention_days: number;
      full_backup_interval_days: number;
      incremental_enabled: boolean;
      storage_backend: string;
      created_at: Date;
      updated_at: Date;
      next_run_at: Date | null;
      last_run_at: Date | null;
      last_status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | null;
      vm_name: string;
      os_type: string;
      os_distro: string;
      template_id: string;
    };
  };
  backup_policy_due: {
    values: readonly [];
    row: {
      policy_id: string;
      vm_id: string;
      type: "cloud" | "gpu";
      frequency: "hourly" | "daily" | "weekly";
      timezone: string;
      hour: number;
      minute: number;
      day_of_week: number | null;
      window_minutes: number;
      next_run_at: Date;
      wait_until: Date | null;
      now: Date;
      suspended: boolean;
      workspace_id: bigint;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
    };
  };
  backup_policy_enable: {
    values: readonly [bigint | number | null, string | null, readonly ("pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error" | null)[] | null, string | null, "hourly" | "daily" | "weekly" | null, string | null, number | null, number | null, number | null, number | null, number | null, number | null, boolean | null, string | null, Date | string | null, Date | string | null, "cloud" | "gpu" | null];
    row: {
      policy_id: string;
      vm_id: string;
      enabled: boolean;
      frequency: "hourly" | "daily" | "weekly";
      timezone: string;
      hour: number;
      minute: number;
      day_of_week: number | null;
      window_minutes: number;
      retention_days: number;
      full_backup_interval_days: number;
      incremental_enabled: boolean;
      storage_backend: string;
      created_at: Date;
      updated_at: Date;
      next_run_at: Date | null;
      last_run_at: Date | null;
      last_status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | null;
      vm_name: string;
      os_type: string;
      os_distro: string;
      template_id: string;
    };
  };
  backup_policy_get: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
    row: {
      policy_id: string;
      vm_id: string;
      enabled: boolean;
      frequency: "hourly" | "daily" | "weekly";
      timezone: string;
      hour: number;
      minute: number;
      day_of_week: number | null;
      window_minutes: number;
      retention_days: number;
      full_backup_interval_days: number;
      incremental_enabled: boolean;
      storage_backend: string;
      created_at: Date;
      updated_at: Date;
      next_run_at: Date | null;
      last_run_at: Date | null;
      last_status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | null;
      vm_name: string;
      os_type: string;
      os_distro: string;
      template_id: string;
    };
  };
  backup_policy_lock: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
    row: {
      policy_id: string;
      vm_id: string;
      enabled: boolean;
      frequency: "hourly" | "daily" | "weekly";
      timezone: string;
      hour: number;
      minute: number;
      day_of_week: number | null;
      window_minutes: number;
      retention_days: number;
      full_backup_interval_days: number;
      incremental_enabled: boolean;
      storage_backend: string;
      created_at: Date;
      updated_at: Date;
      next_run_at: Date | null;
      last_run_at: Date | null;
      last_status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | null;
      vm_name: string;
      os_type: string;
      os_distro: string;
      template_id: string;
    };
  };
  backup_policy_postpone: {
    values: readonly [bigint | number | null, string | null, Date | string | null, number | null, Date | string | null];
    row: {};
  };
  backup_policy_take_slot: {
    values: readonly [bigint | number | null, string | null, Date | string | null, Date | string | null, Date | string | null];
    row: {
      policy_id: string;
    };
  };
  backup_policy_update: {
    values: readonly [bigint | number | null, string | null, "hourly" | "daily" | "weekly", string, number, number, number | null, number, number, number, boolean, Date | string | null, Date | string | null];
    row: {
      policy_id: string;
      vm_id: string;
      enabled: boolean;
      frequency: "hourly" | "daily" | "weekly";
      timezone: string;
      hour: number;
      minute: number;
      day_of_week: number | null;
      window_minutes: number;
      retention_days: number;
      full_backup_interval_days: number;
      incremental_enabled: boolean;
      storage_backend: string;
      created_at: Date;
      updated_at: Date;
      next_run_at: Date | null;
      last_run_at: Date | null;
      last_status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | null;
      vm_name: string;
      os_type: string;
      os_distro: string;
      template_id: string;
    };
  };
  backup_removal_page: {
    values: readonly [string | null, string | null];
    row: {
      id: string;
      vm_id: string;
    };
  };
  backup_restore_begin: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      backup_id: string;
    };
  };
  backup_restore_end: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {};
  };
  backup_retained: {
    values: readonly [readonly (bigint | number | null)[] | null, readonly (string | null)[] | null];
    row: {
      workspace_id: bigint;
      vm_id: string;
      backup_id: string;
      type: "full" | "incremental";
      parent_backup_id: string | null;
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      expires_at: Date | null;
      restoring: boolean;
      keep_newest: boolean;
    };
  };
  backup_standing: {
    values: readonly [bigint | number | null, string | null, string | null, "cloud" | "gpu" | null];
    row: {
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      restore_operation_id: string | null;
      dependents: ({ type: "backup"; id: string; name: string })[];
    };
  };
  backup_to_export: {
    values: readonly [string | null];
    row: {
      backup_id: string;
      vm_id: string;
      vm_name: string;
      site_id: string;
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      type: "full" | "incremental";
      storage_backend: string;
      source_disk_size_gb: number;
      data_volumes: unknown;
      finished_at: Date | null;
    };
  };
  backup_vm_lock: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  recovery_attached_volumes: {
    values: readonly [bigint | number | null, string | null];
    row: {
      volume_id: string;
      name: string;
      size_gb: number;
      device_path: string | null;
    };
  };
  recovery_end: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  snapshot_begin: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  snapshot_capture_find: {
    values: readonly [bigint | number | null, string | null];
    row: {
      vm_id: string;
      source_disk_size_gb: number;
      data_volumes: unknown;
      record: { installation_id: string; rows: { snapshot_set: unknown } };
    };
  };
  snapshot_delete: {
    values: readonly [bigint | number | null, string | null, string | null, "cloud" | "gpu" | null];
    row: {
      snapshot_set_id: string;
    };
  };
  snapshot_end: {
    values: readonly [bigint | number | null, string | null, "queued" | "running" | "succeeded" | "failed" | "cancelled", string, string | null, string | null];
    row: {};
  };
  snapshot_get: {
    values: readonly [bigint | number | null, string | null, string | null, "cloud" | "gpu" | null];
    row: {
      snapshot_set_id: string;
      vm_id: string;
      recovery_point_id: string;
      name: string;
      description: string | null;
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      capture_scope: "root_only" | "all_attached" | "selective";
      source_disk_size_gb: number;
      storage_backend: string;
      operation_id: string | null;
      error_code: string | null;
      error_message: string | null;
      data_volumes: unknown;
      artifacts: unknown;
      restored: unknown;
      created_at: Date;
      updated_at: Date;
      vm_name: string;
      live_volume_ids: string[];
    };
  };
  snapshot_list: {
    values: readonly [bigint | number | null, string | null, string | null, bigint | number | null, bigint | number | null];
    row: {
      snapshot_set_id: string;
      vm_id: string;
      recovery_point_id: string;
      name: string;
      description: string | null;
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      capture_scope: "root_only" | "all_attached" | "selective";
      source_disk_size_gb: number;
      storage_backend: string;
      operation_id: string | null;
      error_code: string | null;
      error_message: string | null;
      data_volumes: unknown;
      artifacts: unknown;
      restored: unknown;
      created_at: Date;
      updated_at: Date;
    };
  };
  snapshot_named_volumes: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null];
    row: {
      volume_id: string;
      name: string;
      size_gb: number;
      device_path: string | null;
      attached_vm_id: string | null;
    };
  };
  snapshot_overview: {
    values: readonly [bigint | number | null, string | null, string | null, "cloud" | "gpu" | null];
    row: {
      vm_name: string;
      total: number;
      live_volume_ids: string[];
    };
  };
  snapshot_set_forget: {
    values: readonly [string | null];
    row: {};
  };
  snapshot_set_insert: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, "root_only" | "all_attached" | "selective" | null, string | null];
    row: {};
  };
  snapshot_set_removal_page: {
    values: readonly [string | null, string | null];
    row: {
      id: string;
      vm_id: string;
    };
  };
  snapshot_set_restore_begin: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      snapshot_set_id: string;
    };
  };
  snapshot_set_restore_end: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {};
  };
  snapshot_standing: {
    values: readonly [bigint | number | null, string | null, string | null, "cloud" | "gpu" | null];
    row: {
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      restore_operation_id: string | null;
    };
  };
}
