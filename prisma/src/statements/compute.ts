// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ComputeStatements {
  attachment_vm: {
    values: readonly [bigint | number | null, string | null];
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
  attachment_vm_lock: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
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
    values: readonly [bigint | number | null, string | null];
    row: {
      type: "operation";
      id: string;
      name: string;
    };
  };
  dependents_going: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null];
    row: {
      going: boolean;
    };
  };
  new_vm_hold_volumes: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null];
    row: {
      volume_id: string;
      name: string;
      status: "creating" | "available" | "attaching" | "in-use" | "detaching" | "resizing" | "deleting" | "error";
      site_id: string;
      operation_id: string | null;
    };
  };
  new_vm_settle_volumes: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {};
  };
  new_vm_take_volumes: {
    values: readonly [bigint | number | null, string | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null];
    row: {};
  };
  new_vm_volumes: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      volume_id: string;
      device_path: string;
    };
  };
  operation_get: {
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, bigint | number | null];
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
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, bigint | number | null, string | null];
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
  operation_steps: {
    values: readonly [bigint | number | null, string | null];
    row: {
      saga: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      steps: ({ name: string; status: "running" | "waiting" | "succeeded" | "failed" | "undoing" | "undone"; attempt: number; started_at: string; finished_at: string | null; error: string | null })[];
    };
  };
  replaced_known: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      vm_id: string;
    };
  };
  ssh_key_delete: {
    values: readonly [bigint | number | null, string | null];
    row: {
      ssh_key_id: string;
    };
  };
  ssh_key_get: {
    values: readonly [bigint | number | null, string | null];
    row: {
      ssh_key_id: string;
      name: string;
      public_key: string;
      fingerprint: string;
      created_at: Date;
    };
  };
  ssh_key_insert: {
    values: readonly [bigint | number, string, string, string, string];
    row: {
      ssh_key_id: string;
      name: string;
      public_key: string;
      fingerprint: string;
      created_at: Date;
    };
  };
  ssh_key_list: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, number | null];
    row: {
      ssh_key_id: string;
      name: string;
      public_key: string;
      fingerprint: string;
      created_at: Date;
    };
  };
  ssh_key_named: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null];
    row: {
      public_key: string;
    };
  };
  ssh_key_rename: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      ssh_key_id: string;
      name: string;
      public_key: string;
      fingerprint: string;
      created_at: Date;
    };
  };
  suspension_audit: {
    values: readonly [string, string | null, bigint | number | null, string | null, string | null, string | null];
    row: {};
  };
  suspension_due: {
    values: readonly [readonly (string | null)[] | null, number | null];
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
    values: readonly [readonly (string | null)[] | null, number | null, string | null];
    row: {
      suspended_reason: string | null;
    };
  };
  vm_accept: {
    values: readonly [string, bigint | number, "cloud" | "gpu", string, string | null, string, string, string, number, number, number, string | null, number, string, string, readonly (string | null)[], readonly (string | null)[], Uint8Array | null, string | null, string | null, number | null, boolean];
    row: {
      pg_notify: string;
    };
  };
  vm_access_updated: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {};
  };
  vm_advance: {
    values: readonly [bigint | number | null, string | null, string | null, "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error"];
    row: {};
  };
  vm_bandwidth_record: {
    values: readonly [readonly (string | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {};
  };
  vm_bandwidth_sum: {
    values: readonly [bigint | number | null, string | null, Date | string | null, "cloud" | "gpu" | null];
    row: {
      rx_bytes: string;
      tx_bytes: string;
      last_updated_at: Date | null;
    };
  };
  vm_change: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null, readonly ("pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error" | null)[] | null, "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error" | null, string | null, string | null, string | null, string | null, number | null, string | null];
    row: {
      submitted_at: Date;
      restorable_until: Date | null;
      pg_notify: string;
    };
  };
  vm_console_ask: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
    row: {
      unsupported: string[];
      deleted: boolean;
      question_id: string | null;
      woken: string | null;
    };
  };
  vm_correct: {
    values: readonly [string | null, "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error" | null, "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error", Date | string | null, string | null, string | null];
    row: {};
  };
  vm_correct_address: {
    values: readonly [string | null, string | null, Date | string | null];
    row: {};
  };
  vm_exists: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
    row: {};
  };
  vm_expire_kept: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  vm_forget: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {};
  };
  vm_get: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
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
      template_id: string;
      rescue_enabled: boolean;
      adopted_at: Date | null;
      operation_id: string | null;
      firewall_group_ids: string[];
      volume_ids: string[];
      failed_status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out" | null;
      failed_code: string | null;
      failed_message: string | null;
    };
  };
  vm_grown: {
    values: readonly [bigint | number | null, string | null, string | null, "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error", number];
    row: {};
  };
  vm_hold_for_image: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null, string | null];
    row: {
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      disk_gb: number;
      rescue_enabled: boolean;
      template_id: string | null;
      os_type: string | null;
      os_distro: string | null;
      min_disk_gb: number | null;
      offered: boolean | null;
    };
  };
  vm_hold_for_plan: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null, string | null];
    row: {
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      plan_id: string;
      present: { cpu: number; ram_mb: number; gpu_model: string | null; gpu_count: number; disk_gb: number };
      plan_disk_gb: number;
      plan_sku_code: string;
      next: { cpu: number; ram_mb: number; gpu_model: string | null; gpu_count: number; disk_gb: number } | null;
      sku_code: string | null;
      offered: boolean | null;
      has_room: boolean;
    };
  };
  vm_keep: {
    values: readonly [bigint | number | null, string | null, string | null, Date | string | null, string | null];
    row: {};
  };
  vm_keep_again: {
    values: readonly [bigint | number | null, string | null, string | null, Date | string | null];
    row: {};
  };
  vm_keep_volumes: {
    values: readonly [bigint | number | null, string | null];
    row: {
      volume_id: string;
      device_path: string;
    };
  };
  vm_kept_due: {
    values: readonly [];
    row: {
      workspace_id: bigint;
      vm_id: string;
    };
  };
  "vm_list_by_-created_at": {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  "vm_list_by_-monthly_price": {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  "vm_list_by_-name": {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  "vm_list_by_-os_distro": {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  "vm_list_by_-plan_id": {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  "vm_list_by_-site_id": {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_list_by_created_at: {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_list_by_monthly_price: {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_list_by_name: {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_list_by_os_distro: {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_list_by_plan_id: {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_list_by_site_id: {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  "vm_list_kept_by_-created_at": {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  "vm_list_kept_by_-monthly_price": {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  "vm_list_kept_by_-name": {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  "vm_list_kept_by_-os_distro": {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  "vm_list_kept_by_-plan_id": {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  "vm_list_kept_by_-site_id": {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_list_kept_by_created_at: {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_list_kept_by_monthly_price: {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_list_kept_by_name: {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_list_kept_by_os_distro: {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_list_kept_by_plan_id: {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_list_kept_by_site_id: {
    values: readonly [bigint | number | null, "cloud" | "gpu" | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, bigint | number | null];
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
    };
  };
  vm_lock: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
    row: {
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      disk_gb: number;
      rescue_enabled: boolean;
      tags: string[];
      deletion_protection: boolean;
    };
  };
  vm_mark_lost: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {};
  };
  vm_offer: {
    values: readonly [string | null, "cloud" | "gpu" | null, string | null, string | null, bigint | number | null, string | null, string | null, string | null, number | null];
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
      name_taken: boolean;
      moment: Date;
      hourly_price: string | null;
      currency: string | null;
      suspended_by: "operator" | "metering" | null;
      raises: boolean | null;
      covered: boolean | null;
      quota: unknown;
    };
  };
  vm_pending_access: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      ssh_keys: (string | null)[] | null;
      password_hash: string | null;
    };
  };
  vm_pending_configuration: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      name: string;
      ssh_keys: (string | null)[];
      user_data: string | null;
      sealed_user_data: Buffer | null;
    };
  };
  vm_pending_drop: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {};
  };
  vm_pending_keep: {
    values: readonly [bigint | number, string, string, readonly (string | null)[] | null, Uint8Array | null, string | null];
    row: {};
  };
  vm_purge: {
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  vm_purge_kept: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
    row: {
      "?column?": number;
    };
  };
  vm_rebuilt: {
    values: readonly [bigint | number | null, string | null, string | null, string, string, string];
    row: {};
  };
  vm_rejoin: {
    values: readonly [bigint | number | null, string | null];
    row: {
      rejoin_vm: string | null;
    };
  };
  vm_release: {
    values: readonly [bigint | number | null, string | null, string | null, "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error" | null];
    row: {};
  };
  vm_rescue: {
    values: readonly [bigint | number | null, string | null, string | null, boolean];
    row: {};
  };
  vm_resized: {
    values: readonly [bigint | number | null, string | null, string | null, "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error", string, number, number, string | null, number, number];
    row: {};
  };
  vm_restore_accept: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, string | null, number | null];
    row: {
      submitted_at: Date;
      pg_notify: string;
    };
  };
  vm_restore_find: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
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
      namesake: string | null;
    };
  };
  vm_restore_take_volumes: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, readonly (string | null)[] | null];
    row: {};
  };
  vm_restored: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  vm_settle: {
    values: readonly [bigint | number | null, string | null, string | null, "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error", string | null];
    row: {};
  };
  vm_settled_of: {
    values: readonly [string | null, readonly (string | null)[] | null];
    row: {
      vm_id: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      seen_at: Date;
      ended: boolean;
      private_ip: string | null;
      at_home: boolean;
    };
  };
  vm_settled_page: {
    values: readonly [string | null, string | null];
    row: {
      vm_id: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      seen_at: Date;
      ended: boolean;
      private_ip: string | null;
      at_home: boolean;
    };
  };
  vm_specification: {
    values: readonly [bigint | number | null, string | null, string | null];
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
      network_waits: boolean;
      record: { installation_id: string; rows: { vm: unknown } };
    };
  };
  vm_update: {
    values: readonly [bigint | number | null, string | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, boolean | null];
    row: {};
  };
  vm_user_data_in_clear: {
    values: readonly [];
    row: {
      vm_id: string;
      user_data: string;
    };
  };
  vm_user_data_reseal: {
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      vm_id: string;
    };
  };
  vm_user_data_seal: {
    values: readonly [string | null, string | null, Uint8Array | null];
    row: {
      vm_id: string;
    };
  };
  vm_user_data_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  vm_with_operation: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
    row: {
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      deletion_protection: boolean;
      action: string | null;
      unsupported: string[];
    };
  };
  volume_accept_attach: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, number | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, number | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {};
  };
  volume_hold_next: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      next_operation_id: string | null;
    };
  };
  volume_settle_attach: {
    values: readonly [bigint | number | null, string | null, string | null, boolean | null];
    row: {};
  };
  volume_settle_detach: {
    values: readonly [bigint | number | null, string | null, string | null, boolean | null];
    row: {};
  };
}
