// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ComputeStatements {
  attachment_vm: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
  attachment_vm_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu" | null;
    };
    row: {
      vm_id: string;
      kind: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      site_id: string;
      operation_id: string | null;
    };
  };
  attachment_vm_operation: {
    values: {
      readonly workspace_id: bigint | number;
      readonly operation_id: string;
    };
    row: {
      type: "operation";
      id: string;
      name: string;
    };
  };
  balance_hosts: {
    values: {
      readonly site_id: string;
    };
    row: {
      host_id: string;
      name: string;
      zone: string | null;
      tags: string[];
      cpus: number | null;
      ram_mb: number;
      promised_ram_mb: number;
      free_disk_gb: number | null;
      dedicated_organization_id: string | null;
      leaving_ram_mb: number;
    };
  };
  balance_vms: {
    values: {
      readonly restarts: string;
      readonly site_id: string;
    };
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      workspace_id: bigint;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      name: string;
      host_id: string | null;
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      host_tags: string[];
      hosts_of: string | null;
      placement_group_id: string | null;
      strategy: "spread" | "pack" | null;
      over: "hosts" | "zones" | null;
      running: boolean;
      live: boolean;
      movable: boolean | null;
    };
  };
  budget_group_audit: {
    values: {
      readonly audit_event_id: string;
      readonly organization_id: string | null;
      readonly workspace_id: bigint | number | null;
      readonly action: string;
      readonly resource_id: string | null;
      readonly detail: string | null;
    };
    row: {};
  };
  budget_group_due: {
    values: {
      readonly now: Date | string | null;
    };
    row: {
      workspace_id: bigint;
      vm_group_id: string;
      organization_id: string;
      budget_id: string;
      budget_name: string;
      rank: number;
    };
  };
  budget_group_forget: {
    values: {
      readonly now: Date | string | null;
    };
    row: {};
  };
  budget_group_member_note: {
    values: {
      readonly operation_id: string | null;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly vm_id: string;
      readonly power: string;
    };
    row: {
      vm_id: string;
    };
  };
  budget_group_members_to_start: {
    values: {
      readonly now: Date | string | null;
    };
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      workspace_id: bigint;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      vm_group_id: string;
      budget_name: string;
    };
  };
  budget_group_members_to_stop: {
    values: Record<never, never>;
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      workspace_id: bigint;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      vm_group_id: string;
      budget_name: string;
    };
  };
  budget_group_released: {
    values: {
      readonly now: Date | string | null;
    };
    row: {
      workspace_id: bigint;
      vm_group_id: string;
      organization_id: string;
      budget_id: string;
      budget_name: string;
      rank: number;
    };
  };
  budget_group_start_one: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly now: Date | string | null;
    };
    row: {
      vm_group_id: string;
    };
  };
  budget_group_stop_one: {
    values: {
      readonly power_reason: string | null;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly now: Date | string | null;
      readonly budget_id: string;
      readonly organization_id: string;
      readonly budget_name: string;
      readonly rank: number;
    };
    row: {
      vm_group_id: string;
    };
  };
  budget_stop_due: {
    values: {
      readonly now: Date | string | null;
    };
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      workspace_id: bigint;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      budget_id: string;
      budget_name: string;
      rank: number;
    };
  };
  budget_stop_forget: {
    values: {
      readonly now: Date | string | null;
    };
    row: {};
  };
  budget_stop_note: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly organization_id: string;
      readonly budget_id: string;
      readonly budget_name: string;
      readonly rank: number;
      readonly operation_id: string;
    };
    row: {};
  };
  budget_stop_release: {
    values: {
      readonly operation_id: string;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly acted_by: string;
      readonly now: Date | string | null;
    };
    row: {
      vm_id: string;
    };
  };
  budget_stop_released: {
    values: {
      readonly now: Date | string | null;
    };
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      workspace_id: bigint;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      budget_id: string;
      budget_name: string;
      acted_by: string;
    };
  };
  budget_stop_still_held: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly now: Date | string | null;
    };
    row: {
      budget_id: string;
    };
  };
  dependents_going: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_ids: readonly string[];
    };
    row: {
      going: boolean;
    };
  };
  held_vm_due: {
    values: Record<never, never>;
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      workspace_id: bigint;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
    };
  };
  held_vm_lock: {
    values: {
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
    };
  };
  host_fenced: {
    values: {
      readonly fence_error: string | null;
      readonly host_id: string;
      readonly state_at: Date | string;
    };
    row: {};
  };
  host_vms_lost: {
    values: {
      readonly provider: string | null;
    };
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      workspace_id: bigint;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      placement_group_id: string | null;
      reason: "kept" | "error" | "local_disks" | "gpu" | null;
      power: "stopped" | "running";
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      told: boolean;
    };
  };
  host_vms_movable: {
    values: {
      readonly host_id: string;
    };
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      workspace_id: bigint;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      placement_group_id: string | null;
      running: boolean;
      live: boolean;
      drained: boolean;
    };
  };
  hosts_cleared: {
    values: {
      readonly provider: string | null;
    };
    row: {};
  };
  hosts_drained: {
    values: {
      readonly provider: string | null;
    };
    row: {};
  };
  hosts_draining: {
    values: {
      readonly provider: string | null;
    };
    row: {
      host_id: string;
      moving: number;
    };
  };
  hosts_lost_by_silence: {
    values: {
      readonly minutes: number;
      readonly provider: string | null;
      readonly can_fence: boolean;
    };
    row: {};
  };
  hosts_unfenced: {
    values: {
      readonly provider: string | null;
    };
    row: {
      host_id: string;
      site_id: string;
      name: string;
      state_at: Date;
    };
  };
  image_copy_forget_failed: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
      readonly site_id: string;
    };
    row: {};
  };
  image_copy_insert: {
    values: {
      readonly copy_id: string;
      readonly workspace_id: bigint | number;
      readonly image_id: string;
      readonly site_id: string;
      readonly size_bytes: bigint | number;
    };
    row: {};
  };
  image_copy_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
      readonly site_id: string;
    };
    row: {
      pg_advisory_xact_lock: string | null;
    };
  };
  image_copy_present: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
      readonly site_id: string;
    };
    row: {
      copy_id: string;
    };
  };
  image_copy_state: {
    values: {
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
    };
    row: {
      status: "copying" | "available" | "error";
      error_message: string | null;
      deleted_at: Date | null;
    };
  };
  new_vm_hold_volumes: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_ids: readonly string[];
    };
    row: {
      volume_id: string;
      name: string;
      status: "creating" | "available" | "attaching" | "in-use" | "detaching" | "resizing" | "deleting" | "error";
      site_id: string;
      operation_id: string | null;
    };
  };
  new_vm_make_volumes: {
    values: {
      readonly volume_ids: readonly string[];
      readonly names: readonly string[];
      readonly sizes_gb: readonly number[];
      readonly types: readonly string[];
      readonly volume_operation_ids: readonly string[];
      readonly workspace_id: bigint | number;
      readonly site_id: string;
      readonly operation_id: string | null;
      readonly attached_vm_id: string | null;
      readonly idempotency_key: string | null;
    };
    row: {};
  };
  new_vm_settle_volumes: {
    values: {
      readonly error: string | null;
      readonly workspace_id: bigint | number;
      readonly attached_vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  new_vm_take_volumes: {
    values: {
      readonly volume_ids: readonly string[];
      readonly volume_operation_ids: readonly string[];
      readonly attached_vm_id: string | null;
      readonly operation_id: string | null;
      readonly workspace_id: bigint | number;
      readonly idempotency_key: string | null;
    };
    row: {};
  };
  new_vm_volumes: {
    values: {
      readonly workspace_id: bigint | number;
      readonly attached_vm_id: string;
      readonly operation_id: string;
    };
    row: {
      volume_id: string;
      device_path: string;
    };
  };
  operation_get: {
    values: {
      readonly operation_id: string;
      readonly workspace_id: bigint | number;
    };
    row: {
      operation_id: string;
      vm_id: string;
      action: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      submitted_at: Date;
      updated_at: Date;
      current_step: string | null;
      error_code: string | null;
      error_message: string | null;
    };
  };
  operation_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly statuses: readonly string[] | null;
      readonly actions: readonly string[] | null;
      readonly limit: bigint | number;
    };
    row: {
      operation_id: string;
      vm_id: string;
      action: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      submitted_at: Date;
      updated_at: Date;
      current_step: string | null;
      error_code: string | null;
      error_message: string | null;
    };
  };
  operation_list_of_vm: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly after: string;
      readonly statuses: readonly string[] | null;
      readonly actions: readonly string[] | null;
      readonly limit: bigint | number;
    };
    row: {
      operation_id: string;
      vm_id: string;
      action: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      submitted_at: Date;
      updated_at: Date;
      current_step: string | null;
      error_code: string | null;
      error_message: string | null;
    };
  };
  placement_find: {
    values: {
      readonly site_id: string;
      readonly dedicated: boolean;
      readonly organization_id: string | null;
      readonly plan_id: string;
      readonly workspace_id: bigint | number;
      readonly placement_group_id: string;
    };
    row: {
      name: string;
      strategy: "spread" | "pack";
      over: "hosts" | "zones";
      strict: boolean;
      has_hosts: boolean;
      has_place: boolean;
    };
  };
  placement_group_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly placement_group_id: string;
    };
    row: {};
  };
  placement_group_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly placement_group_id: string;
    };
    row: {
      placement_group_id: string;
      name: string;
      strategy: "spread" | "pack";
      over: "hosts" | "zones";
      strict: boolean;
      tags: string[];
      vm_count: number;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  placement_group_hold: {
    values: {
      readonly workspace_id: bigint | number;
      readonly placement_group_id: string;
    };
    row: {};
  };
  placement_group_insert: {
    values: {
      readonly placement_group_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly strategy: string;
      readonly over: string;
      readonly strict: boolean;
      readonly tags: readonly string[];
    };
    row: {
      placement_group_id: string;
      name: string;
      strategy: "spread" | "pack";
      over: "hosts" | "zones";
      strict: boolean;
      tags: string[];
      vm_count: number;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  placement_group_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly name: string | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      placement_group_id: string;
      name: string;
      strategy: "spread" | "pack";
      over: "hosts" | "zones";
      strict: boolean;
      tags: string[];
      vm_count: number;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  placement_group_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly placement_group_id: string;
    };
    row: {};
  };
  placement_group_update: {
    values: {
      readonly name: string | null;
      readonly tags: readonly (string | null)[] | null;
      readonly workspace_id: bigint | number;
      readonly placement_group_id: string;
    };
    row: {
      placement_group_id: string;
      name: string;
      strategy: "spread" | "pack";
      over: "hosts" | "zones";
      strict: boolean;
      tags: string[];
      vm_count: number;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  placement_group_users: {
    values: {
      readonly workspace_id: bigint | number;
      readonly placement_group_id: string;
    };
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
  power_by_system_audit: {
    values: {
      readonly audit_event_id: string;
      readonly by: string;
      readonly organization_id: string | null;
      readonly workspace_id: bigint | number | null;
      readonly type: string;
      readonly verb: string;
      readonly resource_id: string | null;
      readonly detail: string | null;
    };
    row: {};
  };
  provider_hosts: {
    values: {
      readonly provider: string;
    };
    row: {
      host_id: string;
      name: string;
    };
  };
  replaced_known: {
    values: {
      readonly vm_ids: readonly string[];
    };
    row: {
      vm_id: string;
    };
  };
  site_balance_done: {
    values: {
      readonly site_id: string;
    };
    row: {};
  };
  sites_balanced: {
    values: {
      readonly provider: string | null;
    };
    row: {
      site_id: string;
      balance_restarts: "refuse" | "allow" | null;
      moving: number;
    };
  };
  ssh_key_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly ssh_key_id: string;
    };
    row: {
      ssh_key_id: string;
    };
  };
  ssh_key_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly ssh_key_id: string;
    };
    row: {
      ssh_key_id: string;
      name: string;
      public_key: string;
      fingerprint: string;
      created_at: Date;
    };
  };
  ssh_key_insert: {
    values: {
      readonly ssh_key_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly public_key: string;
      readonly fingerprint: string;
    };
    row: {
      ssh_key_id: string;
      name: string;
      public_key: string;
      fingerprint: string;
      created_at: Date;
    };
  };
  ssh_key_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly name: string | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      ssh_key_id: string;
      name: string;
      public_key: string;
      fingerprint: string;
      created_at: Date;
    };
  };
  ssh_key_named: {
    values: {
      readonly ssh_key_ids: readonly (string | null)[];
      readonly workspace_id: bigint | number;
    };
    row: {
      public_key: string;
    };
  };
  ssh_key_rename: {
    values: {
      readonly name: string | null;
      readonly workspace_id: bigint | number;
      readonly ssh_key_id: string;
    };
    row: {
      ssh_key_id: string;
      name: string;
      public_key: string;
      fingerprint: string;
      created_at: Date;
    };
  };
  startup_script_content: {
    values: {
      readonly workspace_id: bigint | number;
      readonly startup_script_id: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string;
      readonly actor_name: string;
      readonly request_id: string;
      readonly organization_id: string | null;
      readonly action: string;
      readonly resource_id: string | null;
      readonly source_ip: string | null;
    };
    row: {
      sealed_content: Buffer;
    };
  };
  startup_script_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly startup_script_id: string;
    };
    row: {
      startup_script_id: string;
    };
  };
  startup_script_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly startup_script_id: string;
    };
    row: {
      startup_script_id: string;
      name: string;
      size_bytes: number;
      sha256: string;
      created_at: Date;
    };
  };
  startup_script_insert: {
    values: {
      readonly startup_script_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly sealed_content: Uint8Array;
      readonly size_bytes: number;
      readonly sha256: string;
    };
    row: {
      startup_script_id: string;
      name: string;
      size_bytes: number;
      sha256: string;
      created_at: Date;
    };
  };
  startup_script_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly name: string | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      startup_script_id: string;
      name: string;
      size_bytes: number;
      sha256: string;
      created_at: Date;
    };
  };
  startup_script_rename: {
    values: {
      readonly name: string | null;
      readonly workspace_id: bigint | number;
      readonly startup_script_id: string;
    };
    row: {
      startup_script_id: string;
      name: string;
      size_bytes: number;
      sha256: string;
      created_at: Date;
    };
  };
  startup_script_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly Uint8Array[];
    };
    row: {
      startup_script_id: string;
    };
  };
  startup_script_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  startup_script_text: {
    values: {
      readonly workspace_id: bigint | number;
      readonly startup_script_id: string;
    };
    row: {
      sealed_content: Buffer;
    };
  };
  suspension_due: {
    values: {
      readonly suspended_by: readonly string[];
      readonly grace_hours: number;
    };
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      workspace_id: bigint;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
    };
  };
  suspension_hold: {
    values: {
      readonly organization_id: string;
      readonly suspended_by: readonly string[];
      readonly grace_hours: number;
    };
    row: {
      suspended_reason: string | null;
    };
  };
  vm_accept: {
    values: {
      readonly vm_id: string;
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly name: string;
      readonly operation_id: string;
      readonly site_id: string;
      readonly plan_id: string;
      readonly template_id: string;
      readonly cpu: number;
      readonly ram_mb: number;
      readonly disk_gb: number;
      readonly gpu_model: string | null;
      readonly gpu_count: number;
      readonly os_type: string;
      readonly os_distro: string;
      readonly tags: readonly string[];
      readonly ssh_keys: readonly string[];
      readonly sealed_user_data: Uint8Array | null;
      readonly deletion_protection: boolean;
      readonly placement_group_id: string | null;
      readonly dedicated: boolean;
      readonly saga: string;
      readonly input: string;
      readonly timeout_ms: number;
    };
    row: {
      pg_notify: string;
    };
  };
  vm_access_updated: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_advance: {
    values: {
      readonly status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_bandwidth_record: {
    values: {
      readonly vm_ids: readonly string[];
      readonly rx_counters: readonly (bigint | number)[];
      readonly tx_counters: readonly (bigint | number)[];
    };
    row: {};
  };
  vm_bandwidth_sum: {
    values: {
      readonly day: Date | string | null;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      rx_bytes: string;
      tx_bytes: string;
      last_updated_at: Date | null;
    };
  };
  vm_change: {
    values: {
      readonly keeping: string | null;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
      readonly status: readonly ("pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error")[];
      readonly action: string;
      readonly refused_while_held: boolean;
      readonly meanwhile: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error" | null;
      readonly operation_id: string;
      readonly saga: string | null;
      readonly input: string;
      readonly timeout_ms: number;
    };
    row: {
      submitted_at: Date;
      restorable_until: Date | null;
      pg_notify: string;
    };
  };
  vm_console_ask: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      unsupported: string[];
      deleted: boolean;
      question_id: string | null;
      woken: string | null;
    };
  };
  vm_correct: {
    values: {
      readonly status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      readonly vm_id: string;
      readonly former_status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      readonly seen_at: Date | string;
      readonly audit_event_id: string;
      readonly action: string;
    };
    row: {};
  };
  vm_correct_address: {
    values: {
      readonly private_ip: string | null;
      readonly vm_id: string;
      readonly seen_at: Date | string;
    };
    row: {};
  };
  vm_correct_gpus: {
    values: {
      readonly gpus: readonly (string | null)[];
      readonly vm_id: string;
      readonly seen_at: Date | string;
    };
    row: {
      correct_gpus: string | null;
    };
  };
  vm_correct_host: {
    values: {
      readonly host_id: string | null;
      readonly vm_id: string;
      readonly seen_at: Date | string;
    };
    row: {};
  };
  vm_exists: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {};
  };
  vm_expire_kept: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly audit_event_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  vm_forget: {
    values: {
      readonly keep_backups: boolean;
      readonly keep_snapshots: boolean;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
      template_id: string;
      rescue_enabled: boolean;
      adopted_at: Date | null;
      held_reason: string | null;
      operation_id: string | null;
      firewall_group_ids: string[];
      volume_ids: string[];
      placement_group_id: string | null;
      dedicated: boolean;
      failed_status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out" | null;
      failed_code: string | null;
      failed_message: string | null;
    };
  };
  vm_give_growth_back: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_gpus: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
      readonly model: string;
      readonly count: number;
    };
    row: {
      address: string;
    };
  };
  vm_group_advance: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly revision: bigint | number;
    };
    row: {
      revision: bigint;
    };
  };
  vm_group_audit: {
    values: {
      readonly audit_event_id: string;
      readonly vm_group_id: string;
      readonly actor_name: string;
      readonly request_id: string;
      readonly organization_id: string | null;
      readonly workspace_id: bigint | number | null;
      readonly action: string;
      readonly vm_id: string | null;
    };
    row: {};
  };
  vm_group_checked_members: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {
      vm_id: string;
      number: number;
      generation: number;
      has_run: boolean;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      health: string | null;
      ailing: boolean | null;
      was_unhealthy: boolean;
      power_action: string | null;
      power_failed: boolean | null;
    };
  };
  vm_group_decided: {
    values: {
      readonly now: Date | string;
      readonly decision: string;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {};
  };
  vm_group_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {};
  };
  vm_group_detach: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly vm_id: string;
    };
    row: {
      vm_group_id: string;
    };
  };
  vm_group_foretell: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_ids: readonly string[];
    };
    row: {};
  };
  vm_group_free_numbers: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly limit: number;
    };
    row: {
      number: number;
    };
  };
  vm_group_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {
      vm_group_id: string;
      name: string;
      desired_count: number;
      state: "paused" | "error" | "stopped" | "steady" | "changing";
      reason: string | null;
      power: "running" | "stopped";
      power_schedule: unknown;
      member_count: number;
      outdated_count: number;
      plan_id: string;
      template_id: string;
      site_id: string;
      disk_gb: number;
      tags: string[];
      vpc_id: string | null;
      subnet_id: string | null;
      public_ip: boolean;
      firewall_group_ids: string[];
      placement_group_id: string | null;
      dedicated: boolean;
      load_balancer_id: string | null;
      pool_id: string | null;
      heal_after_minutes: number;
      generation: number;
      scaling: unknown;
      scaling_decisions: unknown;
      acts_as: string;
      created_at: Date;
      updated_at: Date;
    };
  };
  vm_group_hold: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {
      vm_group_id: string;
      name: string;
      desired_count: number;
      plan_id: string;
      template_id: string;
      site_id: string;
      disk_gb: number;
      ssh_keys: string[];
      sealed_user_data: Buffer | null;
      tags: string[];
      vpc_id: string | null;
      subnet_id: string | null;
      public_ip: boolean;
      firewall_group_ids: string[];
      placement_group_id: string | null;
      dedicated: boolean;
      load_balancer_id: string | null;
      pool_id: string | null;
      heal_after_minutes: number;
      generation: number;
      paused: boolean;
      steady: boolean;
      reason: string | null;
      revision: bigint;
      failures: number;
      acts_as_type: "user" | "token";
      acts_as_id: string;
      scaling: unknown;
      count_changed_at: Date;
      schedule_done_at: Date;
      power: "running" | "stopped";
      power_schedule: unknown;
      power_done_at: Date;
      now: Date;
      target_tag: string | null;
    };
  };
  vm_group_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly name: string;
      readonly desired_count: number;
      readonly plan_id: string;
      readonly template_id: string;
      readonly site_id: string;
      readonly disk_gb: number;
      readonly ssh_keys: readonly string[];
      readonly sealed_user_data: Uint8Array | null;
      readonly tags: readonly string[];
      readonly vpc_id: string | null;
      readonly subnet_id: string | null;
      readonly public_ip: boolean;
      readonly firewall_group_ids: readonly string[];
      readonly load_balancer_id: string | null;
      readonly pool_id: string | null;
      readonly heal_after_minutes: number;
      readonly acts_as_type: string;
      readonly acts_as_id: string;
      readonly acts_as_name: string;
      readonly placement_group_id: string | null;
      readonly dedicated: boolean;
      readonly scaling: string | null;
      readonly power_schedule: string | null;
    };
    row: {};
  };
  vm_group_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly name: string | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      vm_group_id: string;
      name: string;
      desired_count: number;
      state: "paused" | "error" | "stopped" | "steady" | "changing";
      reason: string | null;
      power: "running" | "stopped";
      power_schedule: unknown;
      member_count: number;
      outdated_count: number;
      plan_id: string;
      template_id: string;
      site_id: string;
      disk_gb: number;
      tags: string[];
      vpc_id: string | null;
      subnet_id: string | null;
      public_ip: boolean;
      firewall_group_ids: string[];
      placement_group_id: string | null;
      dedicated: boolean;
      load_balancer_id: string | null;
      pool_id: string | null;
      heal_after_minutes: number;
      generation: number;
      scaling: unknown;
      scaling_decisions: unknown;
      acts_as: string;
      created_at: Date;
      updated_at: Date;
    };
  };
  vm_group_loads: {
    values: {
      readonly metric: string;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {
      load: number | null;
    };
  };
  vm_group_member_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly number: number;
      readonly generation: number;
      readonly vm_id: string;
    };
    row: {};
  };
  vm_group_member_list: {
    values: {
      readonly after: string;
      readonly limit: number;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {
      vm_id: string;
      name: string;
      number: number;
      generation: number;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      health: string | null;
      added_at: Date;
    };
  };
  vm_group_member_note: {
    values: {
      readonly starts: boolean;
      readonly vm_ids: readonly string[];
      readonly run: readonly (boolean | null)[];
      readonly offline: readonly boolean[];
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {};
  };
  vm_group_member_power: {
    values: {
      readonly operation_id: string | null;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly vm_id: string;
    };
    row: {};
  };
  vm_group_members: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {
      vm_id: string;
      number: number;
      generation: number;
      has_run: boolean;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      health: null;
      ailing: boolean | null;
      was_unhealthy: boolean;
      power_action: string | null;
      power_failed: boolean | null;
    };
  };
  vm_group_plan: {
    values: {
      readonly plan_id: string;
    };
    row: {
      sku_code: string;
    };
  };
  vm_group_pool: {
    values: {
      readonly pool_id: string | null;
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {
      name: string | null;
      target_tag: string | null;
      site_id: string;
      load_balancer_name: string;
    };
  };
  vm_group_power_decided: {
    values: {
      readonly now: Date | string;
      readonly power_reason: string | null;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {};
  };
  vm_group_power_done: {
    values: {
      readonly now: Date | string;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly revision: bigint | number;
    };
    row: {};
  };
  vm_group_roll: {
    values: {
      readonly acts_as_type: string;
      readonly acts_as_id: string;
      readonly acts_as_name: string;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {};
  };
  vm_group_schedule_done: {
    values: {
      readonly now: Date | string;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly revision: bigint | number;
    };
    row: {};
  };
  vm_group_see: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {
      vm_group_id: string;
      name: string;
      desired_count: number;
      plan_id: string;
      template_id: string;
      site_id: string;
      disk_gb: number;
      ssh_keys: string[];
      sealed_user_data: Buffer | null;
      tags: string[];
      vpc_id: string | null;
      subnet_id: string | null;
      public_ip: boolean;
      firewall_group_ids: string[];
      placement_group_id: string | null;
      dedicated: boolean;
      load_balancer_id: string | null;
      pool_id: string | null;
      heal_after_minutes: number;
      generation: number;
      paused: boolean;
      steady: boolean;
      reason: string | null;
      revision: bigint;
      failures: number;
      acts_as_type: "user" | "token";
      acts_as_id: string;
      scaling: unknown;
      count_changed_at: Date;
      schedule_done_at: Date;
      power: "running" | "stopped";
      power_schedule: unknown;
      power_done_at: Date;
      now: Date;
      target_tag: string | null;
    };
  };
  vm_group_set_paused: {
    values: {
      readonly paused: boolean;
      readonly acts_as_type: string;
      readonly acts_as_id: string;
      readonly acts_as_name: string;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {};
  };
  vm_group_set_power: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly power: string;
      readonly power_reason: string | null;
      readonly acts_as_type: string;
      readonly acts_as_id: string;
      readonly acts_as_name: string;
    };
    row: {};
  };
  vm_group_set_template: {
    values: {
      readonly plan_id: string;
      readonly template_id: string;
      readonly disk_gb: number;
      readonly ssh_keys: readonly string[];
      readonly sealed_user_data: Uint8Array | null;
      readonly tags: readonly string[];
      readonly vpc_id: string | null;
      readonly subnet_id: string | null;
      readonly public_ip: boolean;
      readonly firewall_group_ids: readonly string[];
      readonly placement_group_id: string | null;
      readonly dedicated: boolean;
      readonly acts_as_type: string;
      readonly acts_as_id: string;
      readonly acts_as_name: string;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {};
  };
  vm_group_settle: {
    values: {
      readonly steady: boolean;
      readonly reason: string | null;
      readonly failures: number;
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
      readonly revision: bigint | number;
    };
    row: {};
  };
  vm_group_start_holds: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {
      name: string;
    };
  };
  vm_group_take: {
    values: Record<never, never>;
    row: {
      vm_group_id: string;
      acts_as_type: "user" | "token";
      acts_as_id: string;
      workspace_id: bigint;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      suspended: boolean;
    };
  };
  vm_group_update: {
    values: {
      readonly name: string | null;
      readonly desired_count: number;
      readonly scaling: string | null;
      readonly reschedules: boolean;
      readonly power_schedule: string | null;
      readonly decides: boolean;
      readonly heal_after_minutes: number | null;
      readonly acts_as_type: string;
      readonly acts_as_id: string;
      readonly acts_as_name: string;
      readonly workspace_id: bigint | number;
      readonly vm_group_id: string;
    };
    row: {};
  };
  vm_group_user_data_reseal: {
    values: {
      readonly vm_group_ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly (Uint8Array | null)[];
    };
    row: {
      vm_group_id: string;
    };
  };
  vm_group_user_data_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  vm_grown: {
    values: {
      readonly status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      readonly disk_gb: number;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_hold_for_image: {
    values: {
      readonly template_id: string | null;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      held_reason: string | null;
      disk_gb: number;
      rescue_enabled: boolean;
      template_id: string | null;
      os_type: string | null;
      os_distro: string | null;
      firmware: string | null;
      min_disk_gb: number | null;
      retired_at: Date | null;
      site_id: string;
      of_workspace: boolean;
      image_here: boolean | null;
      image_taken: boolean;
      image_misses: string | null;
      image_home: string | null;
      copy_id: string | null;
      image_bytes: bigint | null;
      image_gb: number | null;
    };
  };
  vm_hold_for_plan: {
    values: {
      readonly plan_id: string | null;
      readonly organization_id: string | null;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      held_reason: string | null;
      plan_id: string;
      present: { cpu: number; ram_mb: number; gpu_model: string | null; gpu_count: number; disk_gb: number };
      plan_disk_gb: number;
      plan_sku_code: string;
      next: { cpu: number; ram_mb: number; gpu_model: string | null; gpu_count: number; disk_gb: number } | null;
      sku_code: string | null;
      offered: boolean | null;
      retired_at: Date | null;
      has_room: boolean;
    };
  };
  vm_keep: {
    values: {
      readonly restorable_until: Date | string | null;
      readonly kept_links: string | null;
      readonly keep_backups: boolean;
      readonly keep_snapshots: boolean;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_keep_again: {
    values: {
      readonly restorable_until: Date | string | null;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_keep_volumes: {
    values: {
      readonly workspace_id: bigint | number;
      readonly attached_vm_id: string;
    };
    row: {
      volume_id: string;
      device_path: string;
    };
  };
  vm_kept_due: {
    values: Record<never, never>;
    row: {
      workspace_id: bigint;
      vm_id: string;
    };
  };
  "vm_list_by_-created_at": {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  "vm_list_by_-monthly_price": {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  "vm_list_by_-name": {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  "vm_list_by_-os_distro": {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  "vm_list_by_-plan_id": {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  "vm_list_by_-site_id": {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_list_by_created_at: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_list_by_monthly_price: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_list_by_name: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_list_by_os_distro: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_list_by_plan_id: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_list_by_site_id: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date | null;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  "vm_list_kept_by_-created_at": {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  "vm_list_kept_by_-monthly_price": {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  "vm_list_kept_by_-name": {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  "vm_list_kept_by_-os_distro": {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  "vm_list_kept_by_-plan_id": {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  "vm_list_kept_by_-site_id": {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_list_kept_by_created_at: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_list_kept_by_monthly_price: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_list_kept_by_name: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_list_kept_by_os_distro: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_list_kept_by_plan_id: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_list_kept_by_site_id: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly site_ids: readonly string[] | null;
      readonly announcement_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string;
      os_distro: string;
      plan_name: string;
      site_id: string;
      plan_id: string;
      monthly_price: string;
      public_ip: string | null;
      private_ip: string | null;
      tags: string[];
      deletion_protection: boolean;
      restorable_until: Date;
      created_at: Date;
      updated_at: Date | null;
      held_at: Date | null;
      maintenance: { announcement_id: string; title: string; starts_at: string | null; ends_at: string | null } | null;
    };
  };
  vm_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      disk_gb: number;
      rescue_enabled: boolean;
      tags: string[];
      deletion_protection: boolean;
      held_reason: string | null;
    };
  };
  vm_lost_group: {
    values: {
      readonly workspace_id: bigint | number;
      readonly placement_group_id: string;
    };
    row: {
      strict: boolean;
    };
  };
  vm_lost_lock: {
    values: {
      readonly vm_id: string;
      readonly status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
    };
    row: {
      vm_id: string;
    };
  };
  vm_mark_lost: {
    values: {
      readonly failed_operation_id: string;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {};
  };
  vm_move_audit: {
    values: {
      readonly audit_event_id: string;
      readonly by: string;
      readonly organization_id: string | null;
      readonly workspace_id: bigint | number | null;
      readonly type: string;
      readonly resource_id: string | null;
      readonly detail: string | null;
    };
    row: {};
  };
  vm_moved: {
    values: {
      readonly status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_offer: {
    values: {
      readonly workspace_id: bigint | number;
      readonly type: "cloud" | "gpu";
      readonly name: string;
      readonly hours: number | null;
      readonly organization_id: string | null;
      readonly template_id: string | null;
      readonly of_backup: boolean | null;
      readonly dedicated: boolean;
      readonly site_id: string | null;
      readonly vpc_id: string | null;
      readonly plan_id: string;
    };
    row: {
      sku_code: string;
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      os_type: string | null;
      os_distro: string | null;
      min_disk_gb: number | null;
      site_id: string | null;
      provider: string | null;
      closed_at: Date | null;
      has_room: boolean | null;
      has_cards: boolean | null;
      image_here: boolean | null;
      image_taken: boolean | null;
      image_misses: string | null;
      image_home: string | null;
      copy_id: string | null;
      image_bytes: bigint | null;
      image_gb: number | null;
      name_taken: boolean;
      moment: Date;
      hourly_price: string | null;
      currency: string | null;
      suspended_by: "operator" | "metering" | "dunning" | null;
      raises: boolean | null;
      covered: boolean | null;
      quota: unknown;
    };
  };
  vm_pending_access: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {
      ssh_keys: (string | null)[] | null;
      password_hash: string | null;
    };
  };
  vm_pending_configuration: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {
      name: string;
      ssh_keys: (string | null)[];
      user_data: string | null;
      sealed_user_data: Buffer | null;
    };
  };
  vm_pending_drop: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_pending_keep: {
    values: {
      readonly operation_id: string;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly ssh_keys: readonly (string | null)[] | null;
      readonly sealed_user_data: Uint8Array | null;
      readonly password_hash: string | null;
    };
    row: {};
  };
  vm_place_freely: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {
      host: string;
    };
  };
  vm_place_patiently: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {
      host: string;
    };
  };
  vm_placed: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {
      host: string | null;
      has_hosts: boolean;
      dedicated: boolean;
      placement_group_id: string | null;
      name: string | null;
      strategy: "spread" | "pack" | null;
      over: "hosts" | "zones" | null;
      strict: boolean | null;
    };
  };
  vm_purge: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  vm_purge_kept: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      "?column?": number;
    };
  };
  vm_rebuilt: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
      readonly template_id: string;
      readonly os_type: string;
      readonly os_distro: string;
    };
    row: {};
  };
  vm_recover_audit: {
    values: {
      readonly audit_event_id: string;
      readonly organization_id: string | null;
      readonly workspace_id: bigint | number | null;
      readonly type: string;
      readonly resource_id: string | null;
    };
    row: {};
  };
  vm_recovered: {
    values: {
      readonly status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      readonly site_private_ip: string | null;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_rejoin: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {
      rejoin_vm: string | null;
    };
  };
  vm_release: {
    values: {
      readonly before: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_rescue: {
    values: {
      readonly rescue_enabled: boolean;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_reserve_growth: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
      readonly cpu: number;
      readonly ram_mb: number | null;
      readonly gpu_count: number | null;
      readonly gpu_model: string | null;
    };
    row: {
      vm_id: string;
    };
  };
  vm_reserve_host: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {
      to_host: string;
      from_host: string;
    };
  };
  vm_reserve_host_of_balance: {
    values: {
      readonly site_id: string;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly from: string;
      readonly to: string;
    };
    row: {
      to_host: string;
      from_host: string;
    };
  };
  vm_reserve_host_of_lost: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {
      to_host: string;
      from_host: string;
    };
  };
  vm_resized: {
    values: {
      readonly status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      readonly plan_id: string;
      readonly cpu: number;
      readonly ram_mb: number;
      readonly gpu_model: string | null;
      readonly gpu_count: number;
      readonly disk_gb: number;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_restore_accept: {
    values: {
      readonly operation_id: string;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: string;
      readonly saga: string;
      readonly input: string;
      readonly timeout_ms: number;
    };
    row: {
      submitted_at: Date;
      pg_notify: string;
    };
  };
  vm_restore_find: {
    values: {
      readonly organization_id: string | null;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      site_id: string;
      provider: string;
      removed_at: Date | null;
      disk_gb: number;
      restorable_until: Date | null;
      restorable: boolean | null;
      running: boolean | null;
      sku_code: string;
      plan_disk_gb: number;
      has_room: boolean;
      dedicated: boolean;
      namesake: string | null;
    };
  };
  vm_restore_take_volumes: {
    values: {
      readonly workspace_id: bigint | number;
      readonly attached_vm_id: string;
      readonly operation_id: string | null;
      readonly entries: readonly string[];
      readonly idempotency_key: string | null;
    };
    row: {};
  };
  vm_restored: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {};
  };
  vm_settle: {
    values: {
      readonly status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      readonly site_private_ip: string | null;
      readonly operation_id: string;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {};
  };
  vm_settled_of: {
    values: {
      readonly provider: string;
      readonly vm_ids: readonly string[];
    };
    row: {
      vm_id: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      seen_at: Date;
      ended: boolean;
      private_ip: string | null;
      host_id: string | null;
      next_host_id: string | null;
      gpus: string[] | null;
      at_home: boolean;
    };
  };
  vm_settled_page: {
    values: {
      readonly provider: string;
      readonly after: string;
    };
    row: {
      vm_id: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      seen_at: Date;
      ended: boolean;
      private_ip: string | null;
      host_id: string | null;
      next_host_id: string | null;
      gpus: string[] | null;
      at_home: boolean;
    };
  };
  vm_specification: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {
      name: string;
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      plan_id: string;
      template_id: string;
      tags: string[];
      firmware: string | null;
      network_waits: boolean;
      record: { installation_id: string; rows: { vm: unknown } };
    };
  };
  vm_start_holds: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly organization_id: string | null;
    };
    row: {
      suspended_by: "operator" | "metering" | "dunning" | null;
      seconds: number | null;
      budget: string | null;
    };
  };
  vm_stayed: {
    values: {
      readonly before: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  vm_stays_lost: {
    values: {
      readonly operation_id: string;
      readonly power: string | null;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {};
  };
  vm_update: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly firewall_group_ids: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly (string | null)[] | null;
      readonly deletion_protection: boolean | null;
      readonly sealed_user_data: Uint8Array | null;
    };
    row: {};
  };
  vm_user_data_in_clear: {
    values: Record<never, never>;
    row: {
      vm_id: string;
      user_data: string;
    };
  };
  vm_user_data_reseal: {
    values: {
      readonly vm_ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly (Uint8Array | null)[];
    };
    row: {
      vm_id: string;
    };
  };
  vm_user_data_seal: {
    values: {
      readonly sealed_user_data: Uint8Array | null;
      readonly vm_id: string;
      readonly user_data: string;
    };
    row: {
      vm_id: string;
    };
  };
  vm_user_data_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  vm_with_operation: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      deletion_protection: boolean;
      held_reason: string | null;
      action: string | null;
      unsupported: string[];
    };
  };
  volume_accept_attach: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly operation_id: string;
      readonly volume_id: string;
      readonly resource_type: string;
      readonly saga: string;
      readonly input: string;
      readonly volume_operation_id: string;
      readonly timeout_ms: number;
      readonly idempotency_key: string | null;
    };
    row: {
      volume_id: string;
      name: string;
      status: "creating" | "available" | "attaching" | "in-use" | "detaching" | "resizing" | "deleting" | "error";
      size_gb: number;
      type: "ssd" | "nvme" | "hdd";
      site_id: string;
      snapshot_id: string | null;
      attached_vm_id: string | null;
      device_path: string | null;
      error_message: string | null;
      deletion_protection: boolean;
      restorable_until: Date | null;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
      submitted_at: Date;
      pg_notify: string;
    };
  };
  volume_accept_detach: {
    values: {
      readonly operation_id: string;
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly vm_id: string;
      readonly resource_type: string;
      readonly saga: string;
      readonly input: string;
      readonly volume_operation_id: string;
      readonly timeout_ms: number;
      readonly idempotency_key: string | null;
    };
    row: {
      volume_id: string;
      name: string;
      status: "creating" | "available" | "attaching" | "in-use" | "detaching" | "resizing" | "deleting" | "error";
      size_gb: number;
      type: "ssd" | "nvme" | "hdd";
      site_id: string;
      snapshot_id: string | null;
      attached_vm_id: string | null;
      device_path: string | null;
      error_message: string | null;
      deletion_protection: boolean;
      restorable_until: Date | null;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
      submitted_at: Date;
      pg_notify: string;
    };
  };
  volume_hand_over: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly operation_id: string;
      readonly next_operation_id: string;
    };
    row: {};
  };
  volume_hold_next: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly operation_id: string;
    };
    row: {
      next_operation_id: string | null;
    };
  };
  volume_settle_attach: {
    values: {
      readonly operation_id: string | null;
      readonly succeeded: boolean;
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
    };
    row: {};
  };
  volume_settle_detach: {
    values: {
      readonly succeeded: boolean;
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
}
