// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface RecoveryStatements {
  backup_basis: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly backup_id: string;
    };
    row: {};
  };
  backup_copy_begin: {
    values: {
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
      readonly session: string | null;
      readonly attempts: number;
    };
    row: {
      files: unknown;
      uses: unknown;
      sessions: string[];
      manifest: unknown;
      base_manifest: unknown;
    };
  };
  backup_copy_claim: {
    values: Record<never, never>;
    row: {
      workspace_id: bigint;
      copy_id: string;
      attempts: number;
      is_over: boolean;
    };
  };
  backup_copy_decide: {
    values: {
      readonly manifest: string | null;
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
      readonly attempts: number;
    };
    row: {
      held: number;
    };
  };
  backup_copy_end: {
    values: {
      readonly error_message: string | null;
      readonly size_bytes: bigint | number | null;
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
      readonly attempts: number;
      readonly audit_event_id: string;
    };
    row: {};
  };
  backup_copy_expire: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
    };
    row: {};
  };
  backup_copy_forget: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
      readonly prefix: string;
      readonly before: Date | string;
      readonly present: readonly string[];
    };
    row: {};
  };
  backup_copy_found: {
    values: {
      readonly copy_id: string;
      readonly object_id: string;
      readonly backup_id: string;
      readonly vm_id: string;
      readonly vm_name: string;
      readonly vm_type: "cloud" | "gpu";
      readonly taken_at: Date | string;
      readonly manifest: string | null;
      readonly uses: string | null;
      readonly size_bytes: bigint | number | null;
      readonly prefix: string | null;
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
      readonly attempts: number;
    };
    row: {};
  };
  backup_copy_keep_file: {
    values: {
      readonly file: string;
      readonly uses: string | null;
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
      readonly attempts: number;
    };
    row: {
      held: number;
    };
  };
  backup_copy_known: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
    };
    row: {
      object_id: string;
      prefix: string;
    };
  };
  backup_copy_later: {
    values: {
      readonly in_ms: number;
      readonly reason: string | null;
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
      readonly attempts: number;
    };
    row: {};
  };
  backup_copy_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly destination_id: string | null;
      readonly backup_id: string | null;
      readonly status: string | null;
      readonly limit: bigint | number;
    };
    row: {
      copy_id: string;
      destination_id: string;
      status: "waiting" | "copied" | "failed" | "removing";
      own: boolean;
      backup_id: string;
      vm_id: string;
      vm_name: string;
      vm_type: "cloud" | "gpu";
      manifest: unknown;
      size_bytes: bigint | null;
      taken_at: Date;
      copied_at: Date | null;
      waiting_reason: string | null;
      error_message: string | null;
      destination_name: string;
    };
  };
  backup_copy_lock_backup: {
    values: {
      readonly workspace_id: bigint | number;
      readonly backup_id: string;
    };
    row: {
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
    };
  };
  backup_copy_needed_objects: {
    values: {
      readonly copy_id: string | null;
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
      readonly prefix: string;
      readonly sessions: readonly (string | null)[];
    };
    row: {
      uses: unknown;
      is_based_on_it: boolean;
    };
  };
  backup_copy_plan: {
    values: {
      readonly copy_id: string;
      readonly workspace_id: bigint | number;
      readonly backup_id: string;
    };
    row: {};
  };
  backup_copy_removed: {
    values: {
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
      readonly audit_event_id: string;
    };
    row: {};
  };
  backup_copy_removing: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
      readonly prefix: string;
    };
    row: {
      copy_id: string;
      object_id: string;
      status: "waiting" | "copied" | "failed" | "removing";
      manifest: unknown;
      sessions: string[];
      uses: unknown;
    };
  };
  backup_copy_renew: {
    values: {
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
      readonly attempts: number;
    };
    row: {
      held: number;
    };
  };
  backup_copy_request: {
    values: {
      readonly copy_id: string;
      readonly destination_id: string;
      readonly workspace_id: bigint | number;
      readonly backup_id: string;
    };
    row: {
      copy_id: string;
      destination_id: string;
      status: "waiting" | "copied" | "failed" | "removing";
      own: boolean;
      backup_id: string;
      vm_id: string;
      vm_name: string;
      vm_type: "cloud" | "gpu";
      manifest: unknown;
      size_bytes: bigint | null;
      taken_at: Date;
      copied_at: Date | null;
      waiting_reason: string | null;
      error_message: string | null;
      destination_name: string;
    };
  };
  backup_copy_source: {
    values: {
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
    };
    row: {
      object_id: string;
      backup_id: string;
      taken_at: Date;
      storage_backend: string;
      source_disk_size_gb: number;
      data_volumes: unknown;
      vm_id: string;
      name: string;
      type: "cloud" | "gpu";
      plan_id: string;
      template_id: string;
      os_type: string;
      os_distro: string;
      destination_id: string;
      endpoint: string;
      region: string;
      bucket: string;
      prefix: string;
      sealed_access: Buffer;
      volume_types: unknown;
    };
  };
  backup_copy_standing: {
    values: {
      readonly workspace_id: bigint | number;
      readonly backup_id: string;
      readonly destination_id: string;
    };
    row: {
      keep_count: number | null;
      keep_days: number | null;
      newer: number;
      is_old: boolean | null;
      copy_id: string | null;
    };
  };
  backup_copy_to_create_from: {
    values: {
      readonly site_id: string | null;
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
    };
    row: {
      copy_id: string;
      status: "waiting" | "copied" | "failed" | "removing";
      manifest: unknown;
      provider: string | null;
      image_known: boolean;
    };
  };
  backup_copy_to_fetch: {
    values: {
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
    };
    row: {
      object_id: string;
      manifest: unknown;
      destination_id: string;
      endpoint: string;
      region: string;
      bucket: string;
      prefix: string;
      sealed_access: Buffer;
    };
  };
  backup_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly backup_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      backup_id: string;
    };
  };
  backup_destination_claim: {
    values: Record<never, never>;
    row: {
      workspace_id: bigint;
      destination_id: string;
      attempts: number;
      status: "checking" | "ready" | "failed";
      endpoint: string;
      region: string;
      bucket: string;
      prefix: string;
      sealed_access: Buffer;
    };
  };
  backup_destination_copies: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
    };
    row: {
      id: string;
      name: string;
    };
  };
  backup_destination_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
    };
    row: {};
  };
  backup_destination_end: {
    values: {
      readonly error_message: string | null;
      readonly unreadable_copies: number | null;
      readonly in_ms: number;
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
      readonly attempts: number;
      readonly audit_event_id: string;
      readonly former: string;
    };
    row: {};
  };
  backup_destination_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
    };
    row: {
      destination_id: string;
      name: string;
      status: "checking" | "ready" | "failed";
      endpoint: string;
      region: string;
      bucket: string;
      prefix: string;
      key_fingerprint: string;
      keep_count: number | null;
      keep_days: number | null;
      error_message: string | null;
      checked_at: Date | null;
      unreadable_copies: number;
      created_at: Date;
    };
  };
  backup_destination_hurry: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
    };
    row: {};
  };
  backup_destination_in_force: {
    values: {
      readonly destination_id: string;
    };
    row: {
      destination_id: string;
    };
  };
  backup_destination_insert: {
    values: {
      readonly destination_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly prefix: string;
      readonly sealed_access: Uint8Array;
      readonly key_fingerprint: string;
      readonly keep_count: number | null;
      readonly keep_days: number | null;
    };
    row: {
      destination_id: string;
      name: string;
      status: "checking" | "ready" | "failed";
      endpoint: string;
      region: string;
      bucket: string;
      prefix: string;
      key_fingerprint: string;
      keep_count: number | null;
      keep_days: number | null;
      error_message: string | null;
      checked_at: Date | null;
      unreadable_copies: number;
      created_at: Date;
    };
  };
  backup_destination_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      destination_id: string;
      name: string;
      status: "checking" | "ready" | "failed";
      endpoint: string;
      region: string;
      bucket: string;
      prefix: string;
      key_fingerprint: string;
      keep_count: number | null;
      keep_days: number | null;
      error_message: string | null;
      checked_at: Date | null;
      unreadable_copies: number;
      created_at: Date;
    };
  };
  backup_destination_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
    };
    row: {
      destination_id: string;
    };
  };
  backup_destination_lock_objects: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
    };
    row: {
      destination_id: string;
    };
  };
  backup_destination_name: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
    };
    row: {
      destination_id: string;
    };
  };
  backup_destination_renew: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
      readonly attempts: number;
    };
    row: {
      held: number;
    };
  };
  backup_destination_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly Uint8Array[];
    };
    row: {
      destination_id: string;
    };
  };
  backup_destination_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  backup_destination_to_change: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
    };
    row: {
      destination_id: string;
      name: string;
      status: "checking" | "ready" | "failed";
      endpoint: string;
      region: string;
      bucket: string;
      prefix: string;
      key_fingerprint: string;
      keep_count: number | null;
      keep_days: number | null;
      error_message: string | null;
      checked_at: Date | null;
      unreadable_copies: number;
      created_at: Date;
      sealed_access: Buffer;
    };
  };
  backup_destination_update: {
    values: {
      readonly name: string;
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly prefix: string;
      readonly sealed_access: Uint8Array;
      readonly keep_count: number | null;
      readonly keep_days: number | null;
      readonly moved: boolean;
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
    };
    row: {
      destination_id: string;
      name: string;
      status: "checking" | "ready" | "failed";
      endpoint: string;
      region: string;
      bucket: string;
      prefix: string;
      key_fingerprint: string;
      keep_count: number | null;
      keep_days: number | null;
      error_message: string | null;
      checked_at: Date | null;
      unreadable_copies: number;
      created_at: Date;
    };
  };
  backup_destination_users: {
    values: {
      readonly workspace_id: bigint | number;
      readonly destination_id: string;
    };
    row: {
      id: string;
      name: string;
    };
  };
  backup_end: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly last_status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      readonly artifacts: string;
      readonly size_bytes: bigint | number | null;
      readonly error_code: string | null;
      readonly error_message: string | null;
      readonly backup_id: string;
    };
    row: {};
  };
  backup_expire: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly backup_ids: readonly string[];
    };
    row: {};
  };
  backup_expire_anew: {
    values: {
      readonly retention_days: number;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly policy_id: string;
    };
    row: {};
  };
  backup_expiring_vms: {
    values: {
      readonly now: Date | string;
      readonly after: string;
    };
    row: {
      vm_id: string;
      workspace_id: bigint;
    };
  };
  backup_find: {
    values: {
      readonly workspace_id: bigint | number;
      readonly backup_id: string;
    };
    row: {
      vm_id: string;
      source_disk_size_gb: number;
      data_volumes: unknown;
      parent_backup_id: string | null;
      record: { installation_id: string; rows: { backup: unknown; backup_policy: unknown[] } };
    };
  };
  backup_forget: {
    values: {
      readonly id: string;
    };
    row: {};
  };
  backup_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly backup_id: string;
      readonly type: "cloud" | "gpu";
    };
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
      vm_type: "cloud" | "gpu";
      site_id: string;
      vm_deleted_at: Date | null;
      live_volume_ids: string[];
    };
  };
  backup_get_any: {
    values: {
      readonly workspace_id: bigint | number;
      readonly backup_id: string;
    };
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
      vm_type: "cloud" | "gpu";
      site_id: string;
      vm_deleted_at: Date | null;
      live_volume_ids: string[];
    };
  };
  backup_insert: {
    values: {
      readonly backup_id: string;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly policy_id: string | null;
      readonly operation_id: string | null;
      readonly type: "full" | "incremental";
      readonly parent_backup_id: string | null;
      readonly chain_id: string;
      readonly trigger: "schedule" | "manual";
      readonly scheduled_for: Date | string | null;
      readonly source_disk_size_gb: number;
      readonly storage_backend: string;
      readonly data_volumes: string;
    };
    row: {};
  };
  backup_insert_missed: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly backup_id: string;
      readonly type: "full" | "incremental";
      readonly chain_id: string;
      readonly scheduled_for: Date | string | null;
      readonly source_disk_size_gb: number;
      readonly storage_backend: string;
      readonly error_code: string | null;
      readonly error_message: string | null;
    };
    row: {};
  };
  backup_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly after: string;
      readonly status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | null;
      readonly type: "full" | "incremental" | null;
      readonly limit: bigint | number;
    };
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
  backup_list_all: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | null;
      readonly type: "full" | "incremental" | null;
      readonly kept: boolean | null;
      readonly limit: bigint | number;
    };
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
      vm_type: "cloud" | "gpu";
      site_id: string;
      vm_deleted_at: Date | null;
      live_volume_ids: string[];
    };
  };
  backup_overview: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      vm_name: string;
      vm_type: "cloud" | "gpu";
      site_id: string;
      vm_deleted_at: Date | null;
      live_volume_ids: string[];
    };
  };
  backup_policy_disable: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
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
      destination_id: string | null;
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
    values: Record<never, never>;
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
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
      readonly status: readonly ("pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error")[];
      readonly policy_id: string;
      readonly frequency: "hourly" | "daily" | "weekly";
      readonly timezone: string;
      readonly hour: number;
      readonly minute: number;
      readonly day_of_week: number | null;
      readonly window_minutes: number;
      readonly retention_days: number;
      readonly full_backup_interval_days: number;
      readonly incremental_enabled: boolean;
      readonly requested_by: string;
      readonly next_run_at: Date | string | null;
      readonly start_at: Date | string | null;
      readonly destination_id: string | null;
    };
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
      destination_id: string | null;
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
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
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
      destination_id: string | null;
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
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
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
      destination_id: string | null;
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
    values: {
      readonly ms: number;
      readonly until: Date | string | null;
      readonly workspace_id: bigint | number;
      readonly policy_id: string;
      readonly next_run_at: Date | string;
    };
    row: {};
  };
  backup_policy_take_slot: {
    values: {
      readonly next_run_at: Date | string | null;
      readonly start_at: Date | string | null;
      readonly workspace_id: bigint | number;
      readonly policy_id: string;
      readonly at: Date | string;
    };
    row: {
      policy_id: string;
    };
  };
  backup_policy_update: {
    values: {
      readonly frequency: "hourly" | "daily" | "weekly";
      readonly timezone: string;
      readonly hour: number;
      readonly minute: number;
      readonly day_of_week: number | null;
      readonly window_minutes: number;
      readonly retention_days: number;
      readonly full_backup_interval_days: number;
      readonly incremental_enabled: boolean;
      readonly destination_id: string | null;
      readonly at: Date | string | null;
      readonly start_at: Date | string | null;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
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
      destination_id: string | null;
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
    values: {
      readonly storage_backend: string;
      readonly before: string;
    };
    row: {
      id: string;
      vm_id: string;
    };
  };
  backup_restore_begin: {
    values: {
      readonly operation_id: string | null;
      readonly workspace_id: bigint | number;
      readonly point_id: string;
    };
    row: {
      backup_id: string;
    };
  };
  backup_restore_end: {
    values: {
      readonly restored: string;
      readonly workspace_id: bigint | number;
      readonly point_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  backup_retained: {
    values: {
      readonly workspace_ids: readonly (bigint | number)[];
      readonly vm_ids: readonly string[];
    };
    row: {
      workspace_id: bigint;
      vm_id: string;
      backup_id: string;
      type: "full" | "incremental";
      parent_backup_id: string | null;
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      expires_at: Date | null;
      held: boolean;
      keep_newest: boolean;
    };
  };
  backup_standing: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly backup_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      restore_operation_id: string | null;
      image_id: string | null;
      image_name: string | null;
      dependents: ({ type: "backup"; id: string; name: string })[];
    };
  };
  backup_to_bring: {
    values: {
      readonly workspace_id: bigint | number;
      readonly point_id: string;
    };
    row: {
      vm_id: string;
      source_disk_size_gb: number;
      data_volumes: unknown;
    };
  };
  backup_to_create_from: {
    values: {
      readonly site_id: string | null;
      readonly workspace_id: bigint | number;
      readonly point_id: string;
    };
    row: {
      vm_id: string;
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      source_disk_size_gb: number;
      data_volumes: unknown;
      storage_backend: string;
      type: "cloud" | "gpu";
      template_id: string;
      dedicated: boolean;
      site_id: string;
      provider: string | null;
      volume_types: unknown;
    };
  };
  backup_to_export: {
    values: {
      readonly backup_id: string;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {};
  };
  recovery_attached_volumes: {
    values: {
      readonly workspace_id: bigint | number;
      readonly attached_vm_id: string;
    };
    row: {
      volume_id: string;
      name: string;
      size_gb: number;
      device_path: string | null;
    };
  };
  recovery_end: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {};
  };
  restored_vm_fail_volumes: {
    values: {
      readonly error: string | null;
      readonly workspace_id: bigint | number;
      readonly operation_id: string;
    };
    row: {};
  };
  restored_vm_unmake_volumes: {
    values: {
      readonly workspace_id: bigint | number;
      readonly attached_vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  restored_vm_volumes: {
    values: {
      readonly workspace_id: bigint | number;
      readonly attached_vm_id: string;
      readonly operation_id: string;
    };
    row: {
      volume_id: string;
      name: string;
      size_gb: number;
      type: "ssd" | "nvme" | "hdd";
      record: { installation_id: string; rows: { volume: unknown } };
    };
  };
  snapshot_begin: {
    values: {
      readonly workspace_id: bigint | number;
      readonly snapshot_set_id: string;
    };
    row: {};
  };
  snapshot_capture_find: {
    values: {
      readonly workspace_id: bigint | number;
      readonly snapshot_set_id: string;
    };
    row: {
      vm_id: string;
      source_disk_size_gb: number;
      data_volumes: unknown;
      record: { installation_id: string; rows: { snapshot_set: unknown } };
    };
  };
  snapshot_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly snapshot_set_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      snapshot_set_id: string;
    };
  };
  snapshot_end: {
    values: {
      readonly status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      readonly artifacts: string;
      readonly error_code: string | null;
      readonly error_message: string | null;
      readonly workspace_id: bigint | number;
      readonly snapshot_set_id: string;
    };
    row: {};
  };
  snapshot_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly snapshot_set_id: string;
      readonly type: "cloud" | "gpu";
    };
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
      outlives_vm: boolean;
      created_at: Date;
      updated_at: Date;
      vm_name: string;
      vm_type: "cloud" | "gpu";
      site_id: string;
      vm_deleted_at: Date | null;
      live_volume_ids: string[];
    };
  };
  snapshot_get_any: {
    values: {
      readonly workspace_id: bigint | number;
      readonly snapshot_set_id: string;
    };
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
      outlives_vm: boolean;
      created_at: Date;
      updated_at: Date;
      vm_name: string;
      vm_type: "cloud" | "gpu";
      site_id: string;
      vm_deleted_at: Date | null;
      live_volume_ids: string[];
    };
  };
  snapshot_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly search: string | null;
      readonly limit: bigint | number;
      readonly offset: bigint | number;
    };
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
      outlives_vm: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  snapshot_list_all: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | null;
      readonly kept: boolean | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
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
      outlives_vm: boolean;
      created_at: Date;
      updated_at: Date;
      vm_name: string;
      vm_type: "cloud" | "gpu";
      site_id: string;
      vm_deleted_at: Date | null;
      live_volume_ids: string[];
    };
  };
  snapshot_mark: {
    values: {
      readonly outlives_vm: boolean;
      readonly workspace_id: bigint | number;
      readonly snapshot_set_id: string;
    };
    row: {
      snapshot_set_id: string;
    };
  };
  snapshot_named_volumes: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_ids: readonly string[];
    };
    row: {
      volume_id: string;
      name: string;
      size_gb: number;
      device_path: string | null;
      attached_vm_id: string | null;
    };
  };
  snapshot_overview: {
    values: {
      readonly search: string | null;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      vm_name: string;
      vm_type: "cloud" | "gpu";
      site_id: string;
      vm_deleted_at: Date | null;
      live_volume_ids: string[];
      total: number;
    };
  };
  snapshot_set_forget: {
    values: {
      readonly id: string;
    };
    row: {};
  };
  snapshot_set_insert: {
    values: {
      readonly snapshot_set_id: string;
      readonly operation_id: string | null;
      readonly recovery_point_id: string;
      readonly name: string;
      readonly description: string | null;
      readonly capture_scope: "root_only" | "all_attached" | "selective";
      readonly data_volumes: string;
      readonly outlives_vm: boolean;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {};
  };
  snapshot_set_removal_page: {
    values: {
      readonly storage_backend: string;
      readonly before: string;
    };
    row: {
      id: string;
      vm_id: string;
    };
  };
  snapshot_set_restore_begin: {
    values: {
      readonly operation_id: string | null;
      readonly workspace_id: bigint | number;
      readonly point_id: string;
    };
    row: {
      snapshot_set_id: string;
    };
  };
  snapshot_set_restore_end: {
    values: {
      readonly restored: string;
      readonly workspace_id: bigint | number;
      readonly point_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  snapshot_standing: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly snapshot_set_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      restore_operation_id: string | null;
      image_id: string | null;
      image_name: string | null;
    };
  };
  snapshot_to_bring: {
    values: {
      readonly workspace_id: bigint | number;
      readonly point_id: string;
    };
    row: {
      vm_id: string;
      source_disk_size_gb: number;
      data_volumes: unknown;
    };
  };
  snapshot_to_create_from: {
    values: {
      readonly site_id: string | null;
      readonly workspace_id: bigint | number;
      readonly point_id: string;
    };
    row: {
      vm_id: string;
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      source_disk_size_gb: number;
      data_volumes: unknown;
      storage_backend: string;
      type: "cloud" | "gpu";
      template_id: string;
      dedicated: boolean;
      site_id: string;
      provider: string | null;
      volume_types: unknown;
    };
  };
}
