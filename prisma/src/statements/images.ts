// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ImagesStatements {
  image_capture_find: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
    };
    row: {
      name: string;
      vm_id: string;
      source_type: "vm" | "snapshot" | "backup";
      source_id: string;
      min_disk_gb: number;
      record: { installation_id: string; rows: { vm_image: unknown } };
    };
  };
  image_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
    };
    row: {};
  };
  image_end: {
    values: {
      readonly error_message: string | null;
      readonly size_bytes: bigint | number | null;
      readonly architecture: string | null;
      readonly workspace_id: bigint | number;
      readonly image_id: string;
    };
    row: {};
  };
  image_get: {
    values: {
      readonly image_id: string;
      readonly workspace_id: bigint | number;
    };
    row: {
      template_id: string;
      image_id: string;
      name: string;
      owner: "catalog" | "workspace";
      status: "available" | "creating" | "error";
      description: string | null;
      tags: string[];
      os_type: string;
      os_distro: string;
      version: string;
      architecture: string | null;
      min_disk_gb: number;
      size_bytes: bigint | null;
      site_ids: string[];
      source_type: "vm" | "snapshot" | "backup" | null;
      source_id: string | null;
      vm_id: string | null;
      vm_name: string | null;
      deprecated: boolean;
      error_message: string | null;
      created_at: Date | null;
      updated_at: Date | null;
    };
  };
  image_insert: {
    values: {
      readonly image_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly description: string | null;
      readonly tags: readonly string[];
      readonly source_type: string;
      readonly source_id: string;
      readonly vm_id: string;
      readonly vm_name: string;
      readonly site_id: string;
      readonly os_type: string;
      readonly os_distro: string;
      readonly version: string;
      readonly min_disk_gb: number;
      readonly operation_id: string | null;
    };
    row: {};
  };
  image_list: {
    values: {
      readonly before: string | null;
      readonly owner: string;
      readonly position: number;
      readonly site_id: string | null;
      readonly limit: number;
      readonly workspace_id: bigint | number;
    };
    row: {
      template_id: string;
      image_id: string;
      name: string;
      owner: "catalog" | "workspace";
      status: "available" | "creating" | "error";
      description: string | null;
      tags: string[];
      os_type: string;
      os_distro: string;
      version: string;
      architecture: string | null;
      min_disk_gb: number;
      size_bytes: bigint | null;
      site_ids: string[];
      source_type: "vm" | "snapshot" | "backup" | null;
      source_id: string | null;
      vm_id: string | null;
      vm_name: string | null;
      deprecated: boolean;
      error_message: string | null;
      created_at: Date | null;
      updated_at: Date | null;
      position: number;
    };
  };
  image_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
    };
    row: {
      status: "creating" | "available" | "error";
      operation_id: string | null;
    };
  };
  image_reclaimed: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
    };
    row: {};
  };
  image_source: {
    values: {
      readonly vm_id: string | null;
      readonly workspace_id: bigint | number;
      readonly snapshot_set_id: string;
      readonly backup_id: string;
    };
    row: {
      vm_id: string;
      vm_name: string;
      type: "cloud" | "gpu";
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      held_reason: string | null;
      site_id: string;
      os_type: string;
      os_distro: string;
      version: string;
      min_disk_gb: number;
      point_status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | null;
    };
  };
  image_unreclaimed: {
    values: {
      readonly provider: string;
      readonly after_deleted_at: Date | string;
      readonly after_id: string;
    };
    row: {
      workspace_id: bigint;
      image_id: string;
      deleted_at: Date;
    };
  };
  image_update: {
    values: {
      readonly name: string | null;
      readonly describes: boolean;
      readonly description: string | null;
      readonly tags: readonly (string | null)[] | null;
      readonly deprecated: boolean | null;
      readonly workspace_id: bigint | number;
      readonly image_id: string;
    };
    row: {
      template_id: string;
      image_id: string;
      name: string;
      owner: "workspace";
      status: "creating" | "available" | "error";
      description: string | null;
      tags: string[];
      os_type: string;
      os_distro: string;
      version: string;
      architecture: string | null;
      min_disk_gb: number;
      size_bytes: bigint | null;
      site_ids: string[];
      source_type: "vm" | "snapshot" | "backup";
      source_id: string;
      vm_id: string;
      vm_name: string;
      deprecated: boolean;
      error_message: string | null;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  image_users: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
    };
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
}
