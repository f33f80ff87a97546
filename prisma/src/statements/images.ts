// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ImagesStatements {
  image_accept_of_gone_vm: {
    values: {
      readonly operation_id: string;
      readonly saga: string;
      readonly input: string;
      readonly timeout_ms: number;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {
      submitted_at: Date;
      pg_notify: string;
    };
  };
  image_capture_find: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
    };
    row: {
      name: string;
      vm_id: string | null;
      source_type: "vm" | "snapshot" | "backup" | "object" | "url";
      source_id: string;
      min_disk_gb: number;
      record: { installation_id: string; rows: { vm_image: unknown } };
    };
  };
  image_copy_claim: {
    values: Record<never, never>;
    row: {
      workspace_id: bigint;
      copy_id: string;
      attempts: number;
      is_over: boolean;
      image_id: string;
      name: string;
      from_provider: string;
      provider: string;
      record: { installation_id: string; rows: { image_copy: unknown } };
    };
  };
  image_copy_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
    };
    row: {};
  };
  image_copy_end: {
    values: {
      readonly error_message: string | null;
      readonly size_bytes: bigint | number | null;
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
      readonly attempts: number;
    };
    row: {};
  };
  image_copy_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
    };
    row: {
      copy: { site_id: string; status: "copying" | "available" | "error"; size_bytes: number; waiting_reason: string | null; error_message: string | null; created_at: string };
    };
  };
  image_copy_hold: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
      readonly site_id: string;
    };
    row: {
      copy_id: string;
    };
  };
  image_copy_later: {
    values: {
      readonly in_ms: number;
      readonly reason: string | null;
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
      readonly attempts: number;
    };
    row: {};
  };
  image_copy_reclaimed: {
    values: {
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
    };
    row: {};
  };
  image_copy_renew: {
    values: {
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
      readonly attempts: number;
    };
    row: {
      held: number;
    };
  };
  image_copy_target: {
    values: {
      readonly site_id: string | null;
      readonly workspace_id: bigint | number | null;
      readonly image_id: string;
    };
    row: {
      of_workspace: boolean;
      is_being_made: boolean;
      site_id: string | null;
      closed_at: Date | null;
      image_here: boolean | null;
      image_taken: boolean;
      image_misses: string | null;
      image_home: string | null;
      copy_id: string | null;
      image_bytes: bigint | null;
      image_gb: number | null;
    };
  };
  image_copy_unreclaimed: {
    values: {
      readonly provider: string;
      readonly after_id: string;
    };
    row: {
      workspace_id: bigint;
      copy_id: string;
    };
  };
  image_copy_users: {
    values: {
      readonly workspace_id: bigint | number;
      readonly copy_id: string;
      readonly image_id: string;
      readonly site_id: string;
    };
    row: {
      type: string;
      id: string;
      name: string;
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
      owner: "catalog" | "workspace" | "shared" | "published";
      owner_name: string | null;
      status: "available" | "creating" | "error";
      description: string | null;
      tags: string[];
      os_type: string;
      os_distro: string;
      version: string;
      architecture: string | null;
      firmware: string | null;
      min_disk_gb: number;
      size_bytes: bigint | null;
      site_ids: string[];
      copies: ({ site_id: string; status: "copying" | "available" | "error"; size_bytes: number; waiting_reason: string | null; error_message: string | null; created_at: string })[];
      source_type: "vm" | "snapshot" | "backup" | "object" | "url" | null;
      source_id: string | null;
      vm_id: string | null;
      vm_name: string | null;
      deprecated: boolean;
      deprecated_at: Date | null;
      deprecation_note: string | null;
      shared_with: string[];
      published_at: Date | null;
      waiting_reason: string | null;
      error_message: string | null;
      created_at: Date | null;
      updated_at: Date | null;
    };
  };
  image_import_claim: {
    values: Record<never, never>;
    row: {
      workspace_id: bigint;
      image_id: string;
      format: string;
      sealed_url: Buffer | null;
      bucket_name: string | null;
      object_key: string | null;
      signer_id: string | null;
      sha256: string | null;
      attempts: number;
      is_over: boolean;
      name: string;
      architecture: string | null;
      min_disk_gb: number;
      provider: string;
      record: { installation_id: string; rows: { vm_image: unknown } };
    };
  };
  image_import_end: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
      readonly attempts: number;
      readonly error_message: string | null;
      readonly size_bytes: bigint | number | null;
      readonly architecture: string | null;
    };
    row: {};
  };
  image_import_give_up: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
    };
    row: {
      image_id: string;
    };
  };
  image_import_insert: {
    values: {
      readonly image_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly description: string | null;
      readonly tags: readonly string[];
      readonly source_type: string;
      readonly source_id: string;
      readonly site_id: string;
      readonly os_type: string;
      readonly os_distro: string;
      readonly version: string;
      readonly architecture: string | null;
      readonly firmware: string | null;
      readonly min_disk_gb: number;
      readonly format: string;
      readonly sealed_url: Uint8Array | null;
      readonly bucket_name: string | null;
      readonly object_key: string | null;
      readonly signer_id: string | null;
      readonly sha256: string | null;
    };
    row: {
      template_id: string;
      image_id: string;
      name: string;
      owner: "workspace";
      owner_name: null;
      status: "creating" | "available" | "error";
      description: string | null;
      tags: string[];
      os_type: string;
      os_distro: string;
      version: string;
      architecture: string | null;
      firmware: "bios" | "uefi" | null;
      min_disk_gb: number;
      size_bytes: bigint | null;
      site_ids: string[];
      copies: ({ site_id: string; status: "copying" | "available" | "error"; size_bytes: number; waiting_reason: string | null; error_message: string | null; created_at: string })[];
      source_type: "vm" | "snapshot" | "backup" | "object" | "url";
      source_id: string;
      vm_id: string | null;
      vm_name: string | null;
      deprecated: boolean;
      deprecated_at: Date | null;
      deprecation_note: string | null;
      shared_with: string[];
      published_at: Date | null;
      waiting_reason: string | null;
      error_message: string | null;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  image_import_later: {
    values: {
      readonly in_ms: number;
      readonly workspace_id: bigint | number;
      readonly image_id: string;
      readonly attempts: number;
      readonly reason: string | null;
    };
    row: {};
  };
  image_import_place: {
    values: {
      readonly object_key: string;
      readonly site_id: string | null;
      readonly workspace_id: bigint | number | null;
      readonly bucket_name: string | null;
    };
    row: {
      site_id: string | null;
      closed_at: Date | null;
      instance_type: "container" | "virtual-machine" | null;
      architectures: string[] | null;
      firmware: string[] | null;
      bucket_id: string | null;
      backend: "embedded" | "rgw" | null;
      object_known: boolean;
    };
  };
  image_import_region: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      region: string;
      endpoint_url: string | null;
    };
  };
  image_import_renew: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
      readonly attempts: number;
    };
    row: {
      held: number;
    };
  };
  image_import_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly (Uint8Array | null)[];
    };
    row: {
      image_id: string;
    };
  };
  image_import_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer | null;
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
      readonly vm_id: string | null;
      readonly vm_name: string | null;
      readonly site_id: string;
      readonly os_type: string;
      readonly os_distro: string;
      readonly version: string;
      readonly firmware: string | null;
      readonly min_disk_gb: number;
      readonly operation_id: string | null;
    };
    row: {};
  };
  image_list: {
    values: {
      readonly turn: number;
      readonly owner: string;
      readonly position: number;
      readonly site_id: string | null;
      readonly limit: number;
      readonly workspace_id: bigint | number;
      readonly before: string;
      readonly organization_id: string;
    };
    row: {
      template_id: string;
      image_id: string;
      name: string;
      owner: "catalog" | "workspace" | "shared" | "published";
      owner_name: string | null;
      status: "available" | "creating" | "error";
      description: string | null;
      tags: string[];
      os_type: string;
      os_distro: string;
      version: string;
      architecture: string | null;
      firmware: string | null;
      min_disk_gb: number;
      size_bytes: bigint | null;
      site_ids: string[];
      copies: ({ site_id: string; status: "copying" | "available" | "error"; size_bytes: number; waiting_reason: string | null; error_message: string | null; created_at: string })[];
      source_type: "vm" | "snapshot" | "backup" | "object" | "url" | null;
      source_id: string | null;
      vm_id: string | null;
      vm_name: string | null;
      deprecated: boolean;
      deprecated_at: Date | null;
      deprecation_note: string | null;
      shared_with: string[];
      published_at: Date | null;
      waiting_reason: string | null;
      error_message: string | null;
      created_at: Date | null;
      updated_at: Date | null;
      position: number;
      turn: number;
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
      deprecated: boolean;
    };
  };
  image_reclaimed: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
    };
    row: {};
  };
  image_share_set: {
    values: {
      readonly workspace_id: bigint | number;
      readonly image_id: string;
      readonly shared_with: readonly string[];
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
      firmware: string | null;
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
      readonly notes: boolean;
      readonly deprecation_note: string | null;
      readonly workspace_id: bigint | number;
      readonly image_id: string;
    };
    row: {
      template_id: string;
      image_id: string;
      name: string;
      owner: "workspace";
      owner_name: null;
      status: "creating" | "available" | "error";
      description: string | null;
      tags: string[];
      os_type: string;
      os_distro: string;
      version: string;
      architecture: string | null;
      firmware: "bios" | "uefi" | null;
      min_disk_gb: number;
      size_bytes: bigint | null;
      site_ids: string[];
      copies: ({ site_id: string; status: "copying" | "available" | "error"; size_bytes: number; waiting_reason: string | null; error_message: string | null; created_at: string })[];
      source_type: "vm" | "snapshot" | "backup" | "object" | "url";
      source_id: string;
      vm_id: string | null;
      vm_name: string | null;
      deprecated: boolean;
      deprecated_at: Date | null;
      deprecation_note: string | null;
      shared_with: string[];
      published_at: Date | null;
      waiting_reason: string | null;
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
