// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface BlockStorageStatements {
  volume_accept_create: {
    values: {
      readonly volume_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly size_gb: number;
      readonly type: "ssd" | "nvme" | "hdd";
      readonly site_id: string;
      readonly snapshot_id: string | null;
      readonly operation_id: string;
      readonly deletion_protection: boolean;
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
  volume_accept_resize: {
    values: {
      readonly operation_id: string;
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
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
  volume_accept_snapshot: {
    values: {
      readonly operation_id: string;
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly snapshot_id: string;
      readonly name: string;
      readonly saga: string;
      readonly input: string;
      readonly volume_operation_id: string | null;
      readonly timeout_ms: number;
    };
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
    values: {
      readonly site_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      site_known: boolean;
      site_closed: boolean;
      name_taken: boolean;
    };
  };
  volume_claim: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
    };
    row: {
      operation_id: string | null;
      next_operation_id: string | null;
      device_path: string | null;
    };
  };
  volume_correct: {
    values: {
      readonly status: "creating" | "available" | "attaching" | "in-use" | "detaching" | "resizing" | "deleting" | "error";
      readonly error_message: string | null;
      readonly volume_id: string;
      readonly former_status: "creating" | "available" | "attaching" | "in-use" | "detaching" | "resizing" | "deleting" | "error";
      readonly seen_at: Date | string;
      readonly audit_event_id: string;
      readonly action: string;
    };
    row: {};
  };
  volume_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
    };
    row: {
      restorable_until: Date | null;
    };
  };
  volume_exists: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
    };
    row: {};
  };
  volume_expire: {
    values: {
      readonly limit: number;
      readonly ids: readonly string[];
    };
    row: {
      "?column?": number;
    };
  };
  volume_free: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  volume_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
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
    };
  };
  volume_history_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly after: string;
      readonly limit: number;
      readonly vms: boolean;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
    };
  };
  "volume_list_by_-monthly_price": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
    };
  };
  "volume_list_by_-name": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
    };
  };
  "volume_list_by_-site_id": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
    };
  };
  "volume_list_by_-size_gb": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
    };
  };
  volume_list_by_created_at: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
    };
  };
  volume_list_by_monthly_price: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
    };
  };
  volume_list_by_name: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
    };
  };
  volume_list_by_site_id: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
    };
  };
  volume_list_by_size_gb: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
    };
  };
  "volume_list_kept_by_-created_at": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  "volume_list_kept_by_-monthly_price": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  "volume_list_kept_by_-name": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  "volume_list_kept_by_-site_id": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  "volume_list_kept_by_-size_gb": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  volume_list_kept_by_created_at: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  volume_list_kept_by_monthly_price: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  volume_list_kept_by_name: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  volume_list_kept_by_site_id: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  volume_list_kept_by_size_gb: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: number;
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
      restorable_until: Date;
      monthly_price: string;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  volume_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
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
      operation_id: string | null;
      next_operation_id: string | null;
    };
  };
  volume_operation_end: {
    values: {
      readonly error: string | null;
      readonly result: string | null;
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly volume_operation_id: string;
    };
    row: {};
  };
  volume_operation_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly after: string;
      readonly limit: number;
    };
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
    values: {
      readonly volume_operation_id: string;
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly operation: "create" | "attach" | "detach" | "resize" | "delete";
      readonly idempotency_key: string | null;
      readonly result: string | null;
    };
    row: {};
  };
  volume_operation_record_detached: {
    values: {
      readonly workspace_id: bigint | number;
      readonly result: string | null;
      readonly volume_operation_ids: readonly string[];
      readonly volume_ids: readonly string[];
    };
    row: {};
  };
  volume_purge: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  volume_reclaimed: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
    };
    row: {};
  };
  volume_record: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
    };
    row: {
      record: { installation_id: string; rows: { volume: unknown } };
    };
  };
  volume_release: {
    values: {
      readonly workspace_id: bigint | number;
      readonly attached_vm_id: string;
    };
    row: {
      volume_id: string;
    };
  };
  volume_restore: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
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
    };
  };
  volume_restore_find: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
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
      deleted_at: Date | null;
      restorable: boolean;
      namesake: string | null;
    };
  };
  volume_settle: {
    values: {
      readonly error_message: string | null;
      readonly size_gb: number;
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  volume_settled_page: {
    values: {
      readonly provider: string;
      readonly after: string;
    };
    row: {
      volume_id: string;
      status: "creating" | "available" | "attaching" | "in-use" | "detaching" | "resizing" | "deleting" | "error";
      attached_vm_id: string | null;
      seen_at: Date;
      ended: boolean;
    };
  };
  volume_show_size: {
    values: {
      readonly size_gb: number;
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly operation_id: string;
    };
    row: {};
  };
  volume_snapshot_begin: {
    values: {
      readonly workspace_id: bigint | number;
      readonly snapshot_id: string;
    };
    row: {};
  };
  volume_snapshot_blockers: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
    };
    row: {
      type: "volume_snapshot";
      id: string;
      name: string;
    };
  };
  volume_snapshot_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly snapshot_id: string;
    };
    row: {};
  };
  volume_snapshot_end: {
    values: {
      readonly error_message: string | null;
      readonly stored_bytes: bigint | number | null;
      readonly workspace_id: bigint | number;
      readonly snapshot_id: string;
    };
    row: {};
  };
  volume_snapshot_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly snapshot_id: string;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly after: string;
      readonly status: "queued" | "running" | "succeeded" | "failed" | null;
      readonly name: string | null;
      readonly limit: number;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly snapshot_id: string;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly snapshot_id: string;
    };
    row: {};
  };
  volume_snapshot_source: {
    values: {
      readonly workspace_id: bigint | number;
      readonly snapshot_id: string;
    };
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
    values: {
      readonly provider: string;
      readonly after_deleted_at: Date | string;
      readonly after_id: string;
    };
    row: {
      workspace_id: bigint;
      volume_id: string;
      snapshot_id: string;
      deleted_at: Date;
    };
  };
  volume_unreclaimed: {
    values: {
      readonly provider: string;
      readonly after_deleted_at: Date | string;
      readonly after_id: string;
    };
    row: {
      workspace_id: bigint;
      volume_id: string;
      snapshot_id: null;
      deleted_at: Date;
    };
  };
  volume_update: {
    values: {
      readonly name: string | null;
      readonly deletion_protection: boolean | null;
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
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
    };
  };
}
