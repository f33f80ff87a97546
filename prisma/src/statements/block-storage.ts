// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface BlockStorageStatements {
  volume_accept_create: {
    values: readonly [bigint | number, string, string | null, string | null, string | null, string | null, string | null, number | null, string, number, "ssd" | "nvme" | "hdd", string, string | null, boolean];
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
  volume_accept_resize: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, number | null];
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
  volume_accept_snapshot: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, number | null, string | null, string | null];
    row: {
      snapshot_id: string;
      volume_id: string;
      name: string;
      status: "queued" | "running" | "succeeded" | "failed";
      size_gb: number;
      stored_bytes: bigint | null;
      error_message: string | null;
      created_at: Date;
      completed_at: Date | null;
      submitted_at: Date;
      pg_notify: string;
    };
  };
  volume_check_new: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      site_known: boolean;
      site_closed: boolean;
      name_taken: boolean;
    };
  };
  volume_claim: {
    values: readonly [bigint | number | null, string | null];
    row: {
      operation_id: string | null;
      next_operation_id: string | null;
      device_path: string | null;
    };
  };
  volume_correct: {
    values: readonly [string | null, "creating" | "available" | "attaching" | "in-use" | "detaching" | "resizing" | "deleting" | "error" | null, "creating" | "available" | "attaching" | "in-use" | "detaching" | "resizing" | "deleting" | "error", string | null, Date | string | null, string | null, string | null];
    row: {};
  };
  volume_delete: {
    values: readonly [bigint | number | null, string | null];
    row: {
      restorable_until: Date | null;
    };
  };
  volume_exists: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  volume_expire: {
    values: readonly [number | null, readonly (string | null)[] | null];
    row: {
      "?column?": number;
    };
  };
  volume_free: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {};
  };
  volume_get: {
    values: readonly [bigint | number | null, string | null];
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
    };
  };
  volume_history_list: {
    values: readonly [bigint | number | null, string | null, string | null, number | null, boolean | null];
    row: {
      id: string;
      operation_id: string | null;
      action: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out" | "in-progress";
      vm_id: string | null;
      result: unknown;
      error: string | null;
      started_at: Date;
      completed_at: Date | null;
      moment: string;
    };
  };
  "volume_list_by_-created_at": {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
    };
  };
  "volume_list_by_-monthly_price": {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
    };
  };
  "volume_list_by_-name": {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
    };
  };
  "volume_list_by_-site_id": {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
    };
  };
  "volume_list_by_-size_gb": {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
    };
  };
  volume_list_by_created_at: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
    };
  };
  volume_list_by_monthly_price: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
    };
  };
  volume_list_by_name: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
    };
  };
  volume_list_by_site_id: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
    };
  };
  volume_list_by_size_gb: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
    };
  };
  "volume_list_kept_by_-created_at": {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  "volume_list_kept_by_-monthly_price": {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  "volume_list_kept_by_-name": {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  "volume_list_kept_by_-site_id": {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  "volume_list_kept_by_-size_gb": {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  volume_list_kept_by_created_at: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  volume_list_kept_by_monthly_price: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  volume_list_kept_by_name: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  volume_list_kept_by_site_id: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  volume_list_kept_by_size_gb: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, readonly (string | null)[] | null, number | null];
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  volume_lock: {
    values: readonly [bigint | number | null, string | null];
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
      operation_id: string | null;
      next_operation_id: string | null;
    };
  };
  volume_operation_end: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  volume_operation_list: {
    values: readonly [bigint | number | null, string | null, string | null, number | null];
    row: {
      volume_operation_id: string;
      volume_id: string;
      operation: "create" | "attach" | "detach" | "resize" | "delete";
      status: "in-progress" | "succeeded" | "failed";
      idempotency_key: string | null;
      result: unknown;
      created_at: Date;
      started_at: Date;
      completed_at: Date | null;
      error: string | null;
    };
  };
  volume_operation_record: {
    values: readonly [string, bigint | number, string, "create" | "attach" | "detach" | "resize" | "delete", string | null, string | null];
    row: {};
  };
  volume_operation_record_detached: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, string | null];
    row: {};
  };
  volume_purge: {
    values: readonly [bigint | number | null, string | null];
    row: {
      "?column?": number;
    };
  };
  volume_reclaimed: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  volume_record: {
    values: readonly [bigint | number | null, string | null];
    row: {
      record: { installation_id: string; rows: { volume: unknown } };
    };
  };
  volume_release: {
    values: readonly [bigint | number | null, string | null];
    row: {
      volume_id: string;
    };
  };
  volume_restore: {
    values: readonly [bigint | number | null, string | null];
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
    };
  };
  volume_restore_find: {
    values: readonly [bigint | number | null, string | null];
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
      deleted_at: Date | null;
      restorable: boolean;
      namesake: string | null;
    };
  };
  volume_settle: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, number | null];
    row: {};
  };
  volume_settled_page: {
    values: readonly [string | null, string | null];
    row: {
      volume_id: string;
      status: "creating" | "available" | "attaching" | "in-use" | "detaching" | "resizing" | "deleting" | "error";
      attached_vm_id: string | null;
      seen_at: Date;
      ended: boolean;
    };
  };
  volume_show_size: {
    values: readonly [bigint | number | null, string | null, string | null, number | null];
    row: {};
  };
  volume_snapshot_begin: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  volume_snapshot_blockers: {
    values: readonly [bigint | number | null, string | null];
    row: {
      type: "volume_snapshot";
      id: string;
      name: string;
    };
  };
  volume_snapshot_delete: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {};
  };
  volume_snapshot_end: {
    values: readonly [bigint | number | null, string | null, string | null, bigint | number | null];
    row: {};
  };
  volume_snapshot_get: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      snapshot_id: string;
      volume_id: string;
      name: string;
      status: "queued" | "running" | "succeeded" | "failed";
      size_gb: number;
      stored_bytes: bigint | null;
      error_message: string | null;
      created_at: Date;
      completed_at: Date | null;
    };
  };
  volume_snapshot_list: {
    values: readonly [bigint | number | null, string | null, string | null, "queued" | "running" | "succeeded" | "failed" | null, string | null, number | null];
    row: {
      snapshot_id: string;
      volume_id: string;
      name: string;
      status: "queued" | "running" | "succeeded" | "failed";
      size_gb: number;
      stored_bytes: bigint | null;
      error_message: string | null;
      created_at: Date;
      completed_at: Date | null;
    };
  };
  volume_snapshot_lock: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      snapshot_id: string;
      volume_id: string;
      name: string;
      status: "queued" | "running" | "succeeded" | "failed";
      size_gb: number;
      stored_bytes: bigint | null;
      error_message: string | null;
      created_at: Date;
      completed_at: Date | null;
    };
  };
  volume_snapshot_reclaimed: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  volume_snapshot_source: {
    values: readonly [bigint | number | null, string | null];
    row: {
      snapshot_id: string;
      volume_id: string;
      name: string;
      status: "queued" | "running" | "succeeded" | "failed";
      size_gb: number;
      site_id: string;
    };
  };
  volume_snapshot_unreclaimed: {
    values: readonly [string | null, Date | string | null, string | null];
    row: {
      workspace_id: bigint;
      volume_id: string;
      snapshot_id: string;
      deleted_at: Date;
    };
  };
  volume_unreclaimed: {
    values: readonly [string | null, Date | string | null, string | null];
    row: {
      workspace_id: bigint;
      volume_id: string;
      snapshot_id: null;
      deleted_at: Date;
    };
  };
  volume_update: {
    values: readonly [bigint | number | null, string | null, string | null, boolean | null];
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
    };
  };
}
