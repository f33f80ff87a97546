// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ObjectStorageStatements {
  access_key_buckets: {
    values: {
      readonly access_key_id: string;
      readonly from: string;
      readonly before: string;
      readonly after: string;
      readonly region: string | null;
      readonly limit: bigint | number;
    };
    row: {
      name: string;
      region: string;
      created_at: Date;
    };
  };
  access_key_count_of_member: {
    values: {
      readonly organization_id: string;
      readonly user_id: string | null;
    };
    row: {
      count: number;
    };
  };
  access_key_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly access_key_id: string;
    };
    row: {
      is_remote: boolean;
    };
  };
  access_key_end: {
    values: {
      readonly access_key_ids: readonly string[];
      readonly audit_event_ids: readonly string[];
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {};
  };
  access_key_entry: {
    values: {
      readonly access_key_id: string;
    };
    row: {
      workspace_id: bigint;
      name: string;
      organization_id: string;
      organization_name: string;
      key_name: string;
      created_by_type: "token" | "user" | null;
      created_by_id: string | null;
      created_by_name: string | null;
    };
  };
  access_key_find_of_member: {
    values: {
      readonly organization_id: string;
      readonly user_id: string | null;
      readonly permissions: readonly string[];
      readonly only: readonly (bigint | number)[] | null;
      readonly except: readonly (bigint | number)[] | null;
    };
    row: {
      access_key_id: string;
    };
  };
  access_key_find_of_token: {
    values: {
      readonly created_by_id: string;
    };
    row: {
      access_key_id: string;
    };
  };
  access_key_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly access_key_id: string;
    };
    row: {
      credential_id: string;
      access_key_id: string;
      name: string;
      permission: "read" | "read_write" | "write";
      bypass_governance: boolean;
      expires_at: Date | null;
      allowed_ip_ranges: string[] | null;
      last_used_at: Date | null;
      created_at: Date;
      created_by_type: "token" | "user" | null;
      created_by_id: string | null;
      created_by_name: string | null;
      bucket_names: string[] | null;
    };
  };
  access_key_in_force: {
    values: {
      readonly access_key_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  access_key_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly names: readonly string[] | null;
      readonly credential_id: string;
      readonly access_key_id: string;
      readonly name: string;
      readonly permission: "read" | "read_write" | "write";
      readonly sealed_secret: Uint8Array;
      readonly expires_at: Date | string | null;
      readonly bypass_governance: boolean;
      readonly created_by_type: string | null;
      readonly created_by_id: string | null;
      readonly created_by_name: string | null;
      readonly role: string;
    };
    row: {
      created_at: Date;
      expires_at: Date | null;
      is_remote: boolean;
    };
  };
  access_key_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly name: string | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      credential_id: string;
      access_key_id: string;
      name: string;
      permission: "read" | "read_write" | "write";
      bypass_governance: boolean;
      expires_at: Date | null;
      allowed_ip_ranges: string[] | null;
      last_used_at: Date | null;
      created_at: Date;
      created_by_type: "token" | "user" | null;
      created_by_id: string | null;
      created_by_name: string | null;
      bucket_names: string[] | null;
    };
  };
  access_key_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly Uint8Array[];
    };
    row: {
      access_key_id: string;
    };
  };
  access_key_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  access_key_touch: {
    values: {
      readonly access_key_ids: readonly string[];
      readonly used_times: readonly (Date | string | null)[];
    };
    row: {};
  };
  access_key_touch_of_token: {
    values: {
      readonly created_by_id: string;
    };
    row: {
      told: string;
    };
  };
  bucket_check_new: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      backend: "embedded" | "rgw" | null;
      namesake: "used" | "ending" | "kept" | null;
      is_made: boolean;
    };
  };
  bucket_configuration_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly kind: string;
    };
    row: {
      document: unknown;
    };
  };
  bucket_configuration_get_named: {
    values: {
      readonly kind: string | null;
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      bucket_id: string;
      backend: "embedded" | "rgw";
      document: unknown;
    };
  };
  bucket_configuration_put: {
    values: {
      readonly kind: string;
      readonly document: string;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  bucket_configuration_remove: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly kind: string;
    };
    row: {};
  };
  bucket_configuration_set_named: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly kind: string;
      readonly document: string | null;
    };
    row: {
      backend: "embedded" | "rgw";
    };
  };
  bucket_cors_get: {
    values: {
      readonly name: string;
      readonly workspace_id: bigint | number | null;
      readonly access_key_id: string | null;
    };
    row: {
      document: unknown;
    };
  };
  bucket_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  bucket_encryption: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      bucket_id: string;
      backend: "embedded" | "rgw";
      sealed_key: Buffer | null;
      encrypts: boolean;
    };
  };
  bucket_ended: {
    values: {
      readonly last: string;
    };
    row: {
      workspace_id: bigint;
      bucket_id: string;
      bucket_name: string;
      region: string;
      backend: "embedded" | "rgw";
      bucket_lock_enabled: boolean;
    };
  };
  bucket_expire: {
    values: {
      readonly limit: number;
      readonly ids: readonly string[];
    };
    row: {
      "?column?": number;
    };
  };
  bucket_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      bucket_id: string;
      name: string;
      backend: "embedded" | "rgw";
      is_public: boolean;
      region: string;
      plan: string;
      status: string;
      site_id: string | null;
      site_name: string | null;
      bucket_lock_enabled: boolean;
      versioning: "Enabled" | "Suspended" | null;
      deletion_protection: boolean;
      restorable_until: Date | null;
      object_count: bigint;
      total_size: bigint;
      parts_size: bigint;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  bucket_insert: {
    values: {
      readonly bucket_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly region: string;
      readonly is_public: boolean;
      readonly bucket_lock_enabled: boolean;
      readonly retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      readonly retention_days: number | null;
      readonly retention_years: number | null;
      readonly tags: readonly string[];
      readonly backend: "embedded" | "rgw";
      readonly deletion_protection: boolean;
    };
    row: {
      bucket_id: string;
      name: string;
      backend: "embedded" | "rgw";
      is_public: boolean;
      region: string;
      plan: string;
      status: string;
      site_id: string | null;
      site_name: string | null;
      bucket_lock_enabled: boolean;
      versioning: "Enabled" | "Suspended" | null;
      deletion_protection: boolean;
      restorable_until: Date | null;
      object_count: bigint;
      total_size: bigint;
      parts_size: bigint;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  bucket_insert_remote: {
    values: {
      readonly region: string;
      readonly name: string;
      readonly workspace_id: bigint | number;
      readonly is_public: boolean;
      readonly bucket_lock_enabled: boolean;
      readonly retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      readonly retention_days: number | null;
      readonly retention_years: number | null;
      readonly tags: readonly string[];
      readonly backend: "embedded" | "rgw";
      readonly deletion_protection: boolean;
    };
    row: {
      bucket_id: string;
      name: string;
      backend: "embedded" | "rgw";
      is_public: boolean;
      region: string;
      plan: string;
      status: string;
      site_id: string | null;
      site_name: string | null;
      bucket_lock_enabled: boolean;
      versioning: "Enabled" | "Suspended" | null;
      deletion_protection: boolean;
      restorable_until: Date | null;
      object_count: bigint;
      total_size: bigint;
      parts_size: bigint;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  bucket_keep: {
    values: {
      readonly restorable_until: Date | string | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly with_objects: boolean;
    };
    row: {
      "?column?": number;
    };
  };
  bucket_key_put: {
    values: {
      readonly made: Uint8Array | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {
      sealed_key: Buffer | null;
    };
  };
  bucket_key_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly (Uint8Array | null)[];
    };
    row: {
      bucket_id: string;
    };
  };
  bucket_key_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  "bucket_list_by_-created_at": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly regions: readonly string[] | null;
      readonly limit: number;
    };
    row: {
      bucket_id: string;
      name: string;
      backend: "embedded" | "rgw";
      is_public: boolean;
      region: string;
      plan: string;
      status: string;
      site_id: string | null;
      site_name: string | null;
      bucket_lock_enabled: boolean;
      versioning: "Enabled" | "Suspended" | null;
      deletion_protection: boolean;
      restorable_until: Date | null;
      object_count: bigint;
      total_size: bigint;
      parts_size: bigint;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  "bucket_list_by_-name": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly regions: readonly string[] | null;
      readonly limit: number;
    };
    row: {
      bucket_id: string;
      name: string;
      backend: "embedded" | "rgw";
      is_public: boolean;
      region: string;
      plan: string;
      status: string;
      site_id: string | null;
      site_name: string | null;
      bucket_lock_enabled: boolean;
      versioning: "Enabled" | "Suspended" | null;
      deletion_protection: boolean;
      restorable_until: Date | null;
      object_count: bigint;
      total_size: bigint;
      parts_size: bigint;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  bucket_list_by_created_at: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly regions: readonly string[] | null;
      readonly limit: number;
    };
    row: {
      bucket_id: string;
      name: string;
      backend: "embedded" | "rgw";
      is_public: boolean;
      region: string;
      plan: string;
      status: string;
      site_id: string | null;
      site_name: string | null;
      bucket_lock_enabled: boolean;
      versioning: "Enabled" | "Suspended" | null;
      deletion_protection: boolean;
      restorable_until: Date | null;
      object_count: bigint;
      total_size: bigint;
      parts_size: bigint;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  bucket_list_by_name: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly regions: readonly string[] | null;
      readonly limit: number;
    };
    row: {
      bucket_id: string;
      name: string;
      backend: "embedded" | "rgw";
      is_public: boolean;
      region: string;
      plan: string;
      status: string;
      site_id: string | null;
      site_name: string | null;
      bucket_lock_enabled: boolean;
      versioning: "Enabled" | "Suspended" | null;
      deletion_protection: boolean;
      restorable_until: Date | null;
      object_count: bigint;
      total_size: bigint;
      parts_size: bigint;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  "bucket_list_kept_by_-created_at": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly regions: readonly string[] | null;
      readonly limit: number;
    };
    row: {
      bucket_id: string;
      name: string;
      backend: "embedded" | "rgw";
      is_public: boolean;
      region: string;
      plan: string;
      status: string;
      site_id: string | null;
      site_name: string | null;
      bucket_lock_enabled: boolean;
      versioning: "Enabled" | "Suspended" | null;
      deletion_protection: boolean;
      restorable_until: Date;
      object_count: bigint;
      total_size: bigint;
      parts_size: bigint;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  "bucket_list_kept_by_-name": {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly regions: readonly string[] | null;
      readonly limit: number;
    };
    row: {
      bucket_id: string;
      name: string;
      backend: "embedded" | "rgw";
      is_public: boolean;
      region: string;
      plan: string;
      status: string;
      site_id: string | null;
      site_name: string | null;
      bucket_lock_enabled: boolean;
      versioning: "Enabled" | "Suspended" | null;
      deletion_protection: boolean;
      restorable_until: Date;
      object_count: bigint;
      total_size: bigint;
      parts_size: bigint;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  bucket_list_kept_by_created_at: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly regions: readonly string[] | null;
      readonly limit: number;
    };
    row: {
      bucket_id: string;
      name: string;
      backend: "embedded" | "rgw";
      is_public: boolean;
      region: string;
      plan: string;
      status: string;
      site_id: string | null;
      site_name: string | null;
      bucket_lock_enabled: boolean;
      versioning: "Enabled" | "Suspended" | null;
      deletion_protection: boolean;
      restorable_until: Date;
      object_count: bigint;
      total_size: bigint;
      parts_size: bigint;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  bucket_list_kept_by_name: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: readonly (string | null)[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly regions: readonly string[] | null;
      readonly limit: number;
    };
    row: {
      bucket_id: string;
      name: string;
      backend: "embedded" | "rgw";
      is_public: boolean;
      region: string;
      plan: string;
      status: string;
      site_id: string | null;
      site_name: string | null;
      bucket_lock_enabled: boolean;
      versioning: "Enabled" | "Suspended" | null;
      deletion_protection: boolean;
      restorable_until: Date;
      object_count: bigint;
      total_size: bigint;
      parts_size: bigint;
      created_at: Date;
      updated_at: Date | null;
    };
  };
  bucket_lock_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      bucket_id: string;
      backend: "embedded" | "rgw";
      bucket_lock_enabled: boolean;
      retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retention_days: number | null;
      retention_years: number | null;
    };
  };
  bucket_lock_put: {
    values: {
      readonly retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      readonly retention_days: number | null;
      readonly retention_years: number | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  bucket_move_applied: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
    };
    row: {
      applied_revision: number;
      error_message: string | null;
    };
  };
  bucket_move_begin: {
    values: {
      readonly move_id: string;
      readonly to_region: string;
      readonly to_backend: "embedded" | "rgw";
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  bucket_move_cancel: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      move_id: string;
    };
  };
  bucket_move_change_region: {
    values: {
      readonly region: string;
      readonly backend: "embedded" | "rgw";
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  bucket_move_count: {
    values: {
      readonly object_count: bigint | number;
      readonly total_size: bigint | number;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  bucket_move_due: {
    values: Record<never, never>;
    row: {
      move_id: string;
      workspace_id: bigint;
      bucket_id: string;
      bucket_name: string;
      from_region: string;
      to_region: string;
      from_backend: "embedded" | "rgw";
      to_backend: "embedded" | "rgw";
      step: "prepare" | "copy" | "catch_up" | "freeze" | "switch" | "clean" | "undo";
      cancelling: boolean;
      position: string | null;
      passes: number;
      changed: bigint;
      attempts: number;
      started_at: Date;
      versioning: "Enabled" | "Suspended" | null;
      bucket_lock_enabled: boolean;
    };
  };
  bucket_move_end: {
    values: {
      readonly outcome: string | null;
      readonly error_message: string | null;
      readonly move_id: string;
    };
    row: {};
  };
  bucket_move_end_counts: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  bucket_move_end_settings: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  bucket_move_end_uploads: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  bucket_move_find_bucket: {
    values: {
      readonly name: string;
      readonly workspace_id: bigint | number | null;
    };
    row: {
      workspace_id: bigint;
      bucket_id: string;
      name: string;
      region: string;
      backend: "embedded" | "rgw";
      versioning: "Enabled" | "Suspended" | null;
      moving: "moving" | "frozen" | "leaving" | null;
      quota_bytes: bigint | null;
      used: bigint;
    };
  };
  bucket_move_forget: {
    values: {
      readonly move_id: string;
    };
    row: {};
  };
  bucket_move_frozen: {
    values: {
      readonly move_id: string;
    };
    row: {};
  };
  bucket_move_get: {
    values: {
      readonly move_id: string;
    };
    row: {
      move_id: string;
      workspace_id: bigint;
      bucket_name: string;
      from_region: string;
      to_region: string;
      step: "prepare" | "copy" | "catch_up" | "freeze" | "switch" | "clean" | "undo";
      cancelling: boolean;
      passes: number;
      changed: bigint;
      copied: bigint;
      copied_bytes: bigint;
      other_etags: bigint;
      wrong_copies: bigint;
      attempts: number;
      error_message: string | null;
      started_at: Date;
      frozen_at: Date | null;
      switched_at: Date | null;
      ended_at: Date | null;
      outcome: "done" | "cancelled" | "failed" | null;
    };
  };
  bucket_move_later: {
    values: {
      readonly error_message: string | null;
      readonly in_ms: number;
      readonly move_id: string;
    };
    row: {};
  };
  bucket_move_leave_server: {
    values: {
      readonly region: string;
      readonly bucket_id: string;
    };
    row: {};
  };
  bucket_move_list: {
    values: Record<never, never>;
    row: {
      move_id: string;
      workspace_id: bigint;
      bucket_name: string;
      from_region: string;
      to_region: string;
      step: "prepare" | "copy" | "catch_up" | "freeze" | "switch" | "clean" | "undo";
      cancelling: boolean;
      passes: number;
      changed: bigint;
      copied: bigint;
      copied_bytes: bigint;
      other_etags: bigint;
      wrong_copies: bigint;
      attempts: number;
      error_message: string | null;
      started_at: Date;
      frozen_at: Date | null;
      switched_at: Date | null;
      ended_at: Date | null;
      outcome: "done" | "cancelled" | "failed" | null;
    };
  };
  bucket_move_lock_writers: {
    values: {
      readonly bucket_id: string;
    };
    row: {
      locked: string | null;
    };
  };
  bucket_move_older_transactions: {
    values: {
      readonly started_at: Date | string;
    };
    row: {
      pid: number;
    };
  };
  bucket_move_passed: {
    values: {
      readonly move_id: string;
    };
    row: {
      changed: bigint;
    };
  };
  bucket_move_place: {
    values: {
      readonly workspace_id: bigint | number | null;
      readonly region: string;
    };
    row: {
      endpoint_url: string | null;
      backend: "embedded" | "rgw";
      access_key_id: string | null;
      secret_sealed: Buffer | null;
    };
  };
  bucket_move_progress: {
    values: {
      readonly position: string | null;
      readonly changed: bigint | number;
      readonly copied: bigint | number;
      readonly copied_bytes: bigint | number;
      readonly other_etags: bigint | number;
      readonly move_id: string;
    };
    row: {
      cancelling: boolean;
    };
  };
  bucket_move_remove_objects: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {
      removed: number;
    };
  };
  bucket_move_remove_settings: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  bucket_move_remove_versions: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {
      removed: number;
    };
  };
  bucket_move_reserve: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
      readonly access_key_id: string;
      readonly secret_sealed: Uint8Array;
      readonly name: string;
      readonly bucket_id: string;
      readonly object_lock: boolean;
    };
    row: {
      pg_notify: string;
    };
  };
  bucket_move_set_moving: {
    values: {
      readonly moving: string | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  bucket_move_settings_used: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {
      kind: string;
      document: unknown;
    };
  };
  bucket_move_step: {
    values: {
      readonly step: string;
      readonly move_id: string;
    };
    row: {};
  };
  bucket_move_switched: {
    values: {
      readonly move_id: string;
      readonly audit_event_id: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  bucket_move_target: {
    values: {
      readonly name: string;
      readonly region: string;
    };
    row: {
      backend: "embedded" | "rgw";
      name_taken: boolean;
    };
  };
  bucket_move_target_set: {
    values: {
      readonly state: string;
      readonly region: string;
      readonly bucket_id: string;
      readonly states: readonly string[];
    };
    row: {
      "?column?": number;
    };
  };
  bucket_move_target_state: {
    values: {
      readonly region: string;
      readonly name: string;
    };
    row: {
      state: "reserved" | "made" | "taken" | "arriving" | "bound" | "leaving" | "ended";
      bucket_id: string;
    };
  };
  bucket_move_touch_owner: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
    };
    row: {
      revision: number;
      told: string;
    };
  };
  bucket_move_versions_add: {
    values: {
      readonly move_id: string;
      readonly workspace_id: bigint | number;
      readonly keies: readonly string[];
      readonly sources: readonly string[];
      readonly target_versions: readonly string[];
      readonly etags: readonly string[];
      readonly sizes: readonly (bigint | number)[];
      readonly is_markers: readonly boolean[];
    };
    row: {};
  };
  bucket_move_versions_after: {
    values: {
      readonly move_id: string;
      readonly key: string;
    };
    row: {
      key: string;
      number: bigint;
      source: string;
      target_version: string;
      etag: string;
      size: bigint;
      is_marker: boolean;
    };
  };
  bucket_move_versions_between: {
    values: {
      readonly move_id: string;
      readonly from: string;
      readonly to: string | null;
    };
    row: {
      key: string;
      number: bigint;
      source: string;
      target_version: string;
      etag: string;
      size: bigint;
      is_marker: boolean;
    };
  };
  bucket_move_versions_remove: {
    values: {
      readonly keies: readonly string[];
      readonly numbers: readonly (bigint | number)[];
      readonly move_id: string;
    };
    row: {};
  };
  bucket_move_versions_total: {
    values: {
      readonly move_id: string;
    };
    row: {
      objects: bigint;
      bytes: bigint;
    };
  };
  bucket_move_wrong: {
    values: {
      readonly copies: bigint | number;
      readonly move_id: string;
    };
    row: {};
  };
  bucket_policy_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      backend: "embedded" | "rgw";
      policy: unknown;
      block: unknown;
    };
  };
  bucket_purge: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      "?column?": number;
    };
  };
  bucket_purge_empty: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      "?column?": number;
    };
  };
  bucket_quota_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      name: string;
      quota_bytes: bigint | null;
      used_bytes: bigint;
    };
  };
  bucket_quota_put: {
    values: {
      readonly quota_bytes: bigint | number | null;
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      name: string;
      quota_bytes: bigint | null;
      backend: "embedded" | "rgw";
      used_bytes: bigint;
    };
  };
  bucket_remote: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      bucket_id: string;
      name: string;
      region: string;
      versioning: "Enabled" | "Suspended" | null;
      bucket_lock_enabled: boolean;
      moving: "moving" | "frozen" | "leaving" | null;
      endpoint_url: string | null;
      access_key_id: string;
      secret_sealed: Buffer;
      suspended: boolean;
    };
  };
  bucket_remote_retention: {
    values: {
      readonly retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      readonly retention_days: number | null;
      readonly retention_years: number | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  bucket_remote_versioning: {
    values: {
      readonly versioning: "Enabled" | "Suspended" | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  bucket_remove_ended: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {
      removed: boolean | null;
    };
  };
  bucket_remove_ended_objects: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {
      removed: number;
    };
  };
  bucket_remove_ended_versions: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {
      removed: number;
    };
  };
  bucket_restore: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      updated_at: Date | null;
    };
  };
  bucket_restore_find: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      bucket_id: string;
      name: string;
      backend: "embedded" | "rgw";
      is_public: boolean;
      region: string;
      plan: string;
      status: string;
      site_id: string | null;
      site_name: string | null;
      bucket_lock_enabled: boolean;
      versioning: "Enabled" | "Suspended" | null;
      deletion_protection: boolean;
      restorable_until: Date | null;
      object_count: bigint;
      total_size: bigint;
      parts_size: bigint;
      created_at: Date;
      updated_at: Date | null;
      deleted_at: Date | null;
      restorable: boolean;
    };
  };
  bucket_row_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      bucket_id: string;
      has_objects: boolean;
      backend: "embedded" | "rgw";
      deletion_protection: boolean;
      bucket_lock_enabled: boolean;
      keeps_until: Date | null;
      locked_until: Date | null;
    };
  };
  bucket_update: {
    values: {
      readonly is_public: boolean;
      readonly is_protected: boolean | null;
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {};
  };
  bucket_versioning_put: {
    values: {
      readonly versioning: string | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  file_scrub_advance: {
    values: {
      readonly scrub_position: string | null;
    };
    row: {};
  };
  file_scrub_begin: {
    values: Record<never, never>;
    row: {};
  };
  file_scrub_damaged: {
    values: {
      readonly limit: number;
    };
    row: {
      file_id: string;
      damage: string;
      bucket_name: string | null;
      workspace_id: string;
      key: string | null;
      version_id: string | null;
    };
  };
  file_scrub_end: {
    values: {
      readonly stray_files: bigint | number;
    };
    row: {};
  };
  file_scrub_next: {
    values: {
      readonly after: string;
      readonly limit: number;
    };
    row: {
      file_id: string;
      md5: string | null;
      damage: string | null;
    };
  };
  file_scrub_record: {
    values: {
      readonly md5: string | null;
      readonly damage: string | null;
      readonly file_id: string;
    };
    row: {
      file_id: string;
    };
  };
  file_scrub_report: {
    values: Record<never, never>;
    row: {
      host: string;
      folder: string;
      scrubbing: boolean;
      scrub_began_at: Date | null;
      scrub_ended_at: Date | null;
      stray_files: bigint;
    };
  };
  file_scrub_state: {
    values: {
      readonly every_days: number | null;
    };
    row: {
      scrub_position: string | null;
      scrub_ended_at: Date | null;
      due: boolean;
    };
  };
  lifecycle_abort_uploads: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly from: string;
      readonly before: string;
      readonly time: Date | string;
    };
    row: {
      upload_id: string;
    };
  };
  lifecycle_applied: {
    values: {
      readonly applied_at: Date | string | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  lifecycle_due: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly limit: number;
    };
    row: {
      workspace_id: bigint;
      organization_id: string;
      bucket_id: string;
      versioning: "Enabled" | "Suspended" | null;
      document: unknown;
    };
  };
  lifecycle_expired: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly from: string;
      readonly before: string;
      readonly tags: string;
      readonly larger_than: bigint | number | null;
      readonly smaller_than: bigint | number | null;
      readonly after: string;
      readonly modified_until: Date | string;
      readonly limit: number;
    };
    row: {
      key: string;
      etag: string;
      size: bigint;
      modified_at: bigint;
    };
  };
  lifecycle_expired_earlier: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly from: string;
      readonly before: string;
      readonly tags: string;
      readonly larger_than: bigint | number | null;
      readonly smaller_than: bigint | number | null;
      readonly after_key: string;
      readonly after_number: bigint | number;
      readonly noncurrent_until: Date | string;
      readonly keep: number;
      readonly limit: number;
    };
    row: {
      key: string;
      number: bigint;
      version_id: string | null;
    };
  };
  lifecycle_lonely_markers: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly from: string;
      readonly before: string;
      readonly after: string;
      readonly limit: number;
    };
    row: {
      key: string;
      version_id: string | null;
    };
  };
  lifecycle_preview: {
    values: {
      readonly tags: string;
      readonly larger_than: bigint | number | null;
      readonly smaller_than: bigint | number | null;
      readonly modified_until: Date | string;
      readonly from: string;
      readonly before: string;
      readonly most: number;
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      backend: "embedded" | "rgw";
      looked: bigint;
      matching: bigint;
      matching_size: bigint;
      expired: bigint;
      expired_size: bigint;
    };
  };
  multipart_abort: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string | null;
      readonly upload_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  multipart_abort_old: {
    values: {
      readonly days: number;
      readonly limit: number;
    };
    row: {
      upload_id: string;
    };
  };
  multipart_create: {
    values: {
      readonly workspace_id: bigint | number;
      readonly upload_id: string;
      readonly bucket_id: string;
      readonly key: string;
      readonly content_type: string;
      readonly headers: string;
      readonly metadata: string;
      readonly lock_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      readonly retained_until: Date | string | null;
      readonly legal_hold: boolean;
      readonly tags: string;
      readonly checksum: string | null;
      readonly encryption: string | null;
    };
    row: {
      created_at: Date;
    };
  };
  multipart_end: {
    values: {
      readonly workspace_id: bigint | number;
      readonly upload_id: string;
    };
    row: {};
  };
  multipart_has: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string;
      readonly upload_id: string;
    };
    row: {
      checksum: unknown;
      encryption: unknown;
    };
  };
  multipart_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string | null;
      readonly upload_id: string;
    };
    row: {
      key: string;
      content_type: string;
      headers: unknown;
      metadata: unknown;
      tags: unknown;
      checksum: unknown;
      encryption: unknown;
      lock_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retained_until: Date | null;
      legal_hold: boolean;
    };
  };
  multipart_made: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string | null;
      readonly upload_id: string;
    };
    row: {
      key: string;
      etag: string;
      checksum: unknown;
      version_id: string | null;
      encryption: unknown;
    };
  };
  multipart_parts: {
    values: {
      readonly workspace_id: bigint | number;
      readonly upload_id: string;
      readonly after: number;
      readonly limit: number;
    };
    row: {
      part_number: number;
      size: bigint;
      etag: string;
      checksum: unknown;
      modified_at: Date;
    };
  };
  multipart_put_part: {
    values: {
      readonly part_number: number;
      readonly file_id: string;
      readonly size: bigint | number;
      readonly etag: string;
      readonly checksum: string | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string;
      readonly upload_id: string;
      readonly md5: string | null;
    };
    row: {
      modified_at: Date;
    };
  };
  multipart_remote_completed: {
    values: {
      readonly remote_etag: string | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly upload_id: string;
    };
    row: {};
  };
  multipart_remote_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly upload_id: string;
    };
    row: {};
  };
  multipart_remote_due: {
    values: {
      readonly upload_days: number;
    };
    row: {
      workspace_id: bigint;
      upload_id: string;
      key: string;
      remote_id: string;
      name: string;
      endpoint_url: string | null;
      access_key_id: string;
      secret_sealed: Buffer;
    };
  };
  multipart_remote_find: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly upload_id: string;
    };
    row: {
      key: string;
      remote_id: string;
      remote_etag: string | null;
    };
  };
  multipart_remote_forget: {
    values: {
      readonly workspace_id: bigint | number;
      readonly upload_id: string;
    };
    row: {};
  };
  multipart_remote_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly upload_id: string;
      readonly bucket_id: string;
      readonly key: string;
      readonly content_type: string;
      readonly remote_id: string | null;
    };
    row: {
      created_at: Date;
    };
  };
  multipart_sign: {
    values: {
      readonly upload_id: string | null;
      readonly workspace_id: bigint | number;
      readonly name: string;
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
      backend: "embedded" | "rgw";
      region: string;
      endpoint_url: string | null;
      key: string | null;
      suspended: boolean;
    };
  };
  multipart_take_parts: {
    values: {
      readonly workspace_id: bigint | number;
      readonly upload_id: string;
    };
    row: {
      part_number: number;
      file_id: string;
      size: bigint;
      etag: string;
      checksum: unknown;
    };
  };
  multipart_uploads: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly from: string;
      readonly before: string;
      readonly key: string;
      readonly upload_id: string;
      readonly limit: number;
    };
    row: {
      key: string;
      upload_id: string;
      created_at: Date;
    };
  };
  object_attributes_get: {
    values: {
      readonly key: string;
      readonly names_version: boolean;
      readonly version_id: string | null;
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      bucket_id: string;
      backend: "embedded" | "rgw";
      bucket_lock_enabled: boolean;
      version_id: string | null;
      tags: unknown;
      lock_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      legal_hold: boolean | null;
      retained_until: Date | null;
    };
  };
  object_download: {
    values: {
      readonly key: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
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
      backend: "embedded" | "rgw";
      region: string;
      endpoint_url: string | null;
      object_known: boolean;
    };
  };
  object_file_forget: {
    values: {
      readonly file_ids: readonly string[];
    };
    row: {};
  };
  object_file_freed: {
    values: {
      readonly seconds: number;
      readonly file_ids: readonly string[];
      readonly limit: number;
    };
    row: {
      file_id: string;
    };
  };
  object_file_history: {
    values: Record<never, never>;
    row: {
      history: string;
    };
  };
  object_file_known: {
    values: {
      readonly file_ids: readonly string[];
    };
    row: {
      file_id: string;
    };
  };
  object_file_some: {
    values: {
      readonly limit: number;
    };
    row: {
      file_id: string;
    };
  };
  object_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string;
    };
    row: {
      size: bigint;
      etag: string;
      content_type: string;
      headers: unknown;
      metadata: unknown;
      tags: unknown;
      checksum: unknown;
      file_ids: string[];
      file_sizes: number[];
      upload_id: string | null;
      modified_at: Date;
      version_id: string | null;
      legal_hold: boolean;
      encryption: unknown;
      part_checksums: (string | null)[] | null;
      lock_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retained_until: Date | null;
    };
  };
  object_get_version: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string;
      readonly version_id: string | null;
    };
    row: {
      size: bigint;
      etag: string;
      content_type: string;
      headers: unknown;
      metadata: unknown;
      tags: unknown;
      checksum: unknown;
      file_ids: (string | null)[];
      file_sizes: unknown;
      upload_id: string | null;
      modified_at: Date;
      version_id: string | null;
      legal_hold: boolean;
      encryption: unknown;
      part_checksums: (string | null)[] | null;
      lock_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retained_until: Date | null;
      is_marker: boolean;
    };
  };
  object_hide: {
    values: {
      readonly enabled: boolean;
      readonly bypass_governance: boolean | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly keys: readonly string[];
      readonly condition_keys: readonly string[];
      readonly condition_etags: readonly (string | null)[];
      readonly condition_sizes: readonly (bigint | number | null)[];
      readonly condition_times: readonly (bigint | number | null)[];
    };
    row: {
      key: string;
      retained: boolean | null;
      changed: boolean;
    };
  };
  object_latest_marker: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string;
    };
    row: {
      version_id: string | null;
      modified_at: Date;
    };
  };
  object_legal_hold_put: {
    values: {
      readonly legal_hold: boolean;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string;
      readonly names_version: boolean;
      readonly version_id: string | null;
    };
    row: {
      version_id: string | null;
    };
  };
  object_list: {
    values: {
      readonly from: string;
      readonly before: string;
      readonly limit: number;
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      backend: "embedded" | "rgw";
      entry: string | null;
      is_prefix: boolean | null;
      next_from: string | null;
      size: bigint | null;
      etag: string | null;
      content_type: string | null;
      modified_at: Date | null;
      retained_until: Date | null;
    };
  };
  object_list_folders: {
    values: {
      readonly behind_all: string;
      readonly from: string;
      readonly before: string;
      readonly prefix_length: number;
      readonly delimiter: string;
      readonly limit: number;
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      backend: "embedded" | "rgw";
      entry: string | null;
      is_prefix: boolean | null;
      next_from: string | null;
      size: bigint | null;
      etag: string | null;
      content_type: string | null;
      modified_at: Date | null;
      retained_until: Date | null;
    };
  };
  object_mark_deleted: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly keys: readonly string[];
      readonly version_ids: readonly (string | null)[];
    };
    row: {
      made: bigint;
    };
  };
  object_put: {
    values: {
      readonly objects: string;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly if_absent: boolean;
      readonly bypass_governance: boolean | null;
    };
    row: {
      key: string;
      modified_at: Date;
      version_id: string | null;
    };
  };
  object_put_refused: {
    values: {
      readonly key: string;
      readonly bypass_governance: boolean | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {
      retained: boolean;
    };
  };
  object_remove: {
    values: {
      readonly bypass_governance: boolean | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly keys: readonly string[];
      readonly condition_keys: readonly string[];
      readonly condition_etags: readonly (string | null)[];
      readonly condition_sizes: readonly (bigint | number | null)[];
      readonly condition_times: readonly (bigint | number | null)[];
      readonly all_or_none: boolean;
    };
    row: {
      key: string;
      retained: boolean;
      changed: boolean;
    };
  };
  object_retain: {
    values: {
      readonly bypass_governance: boolean;
      readonly lock_mode: string | null;
      readonly retained_until: Date | string | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string;
      readonly names_version: boolean;
      readonly version_id: string | null;
    };
    row: {
      allowed: boolean | null;
    };
  };
  object_row_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string;
    };
    row: {
      etag: string;
    };
  };
  object_store_register: {
    values: {
      readonly store_id: string | null;
      readonly host: string;
      readonly folder: string;
    };
    row: {};
  };
  object_store_registered: {
    values: Record<never, never>;
    row: {
      store_id: string | null;
      host: string;
      folder: string;
      changed_at: Date;
    };
  };
  object_store_release: {
    values: Record<never, never>;
    row: {
      host: string;
      folder: string;
    };
  };
  object_tags_put: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string;
      readonly names_version: boolean;
      readonly version_id: string | null;
      readonly tags: string;
    };
    row: {
      version_id: string | null;
    };
  };
  object_upload: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
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
      backend: "embedded" | "rgw";
      region: string;
      endpoint_url: string | null;
      suspended: boolean;
    };
  };
  object_version_find: {
    values: {
      readonly stores: boolean;
      readonly key: string;
      readonly version_id: string | null;
      readonly workspace_id: bigint | number;
      readonly name: string;
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
      backend: "embedded" | "rgw";
      region: string;
      endpoint_url: string | null;
      known: boolean;
      refused: boolean | null;
    };
  };
  object_version_former_keys: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly keys: readonly string[];
    };
    row: {
      key: string;
    };
  };
  object_version_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly from: string;
      readonly before: string;
      readonly number: bigint | number;
      readonly limit: number;
    };
    row: {
      key: string;
      number: bigint;
      version_id: string | null;
      is_marker: boolean;
      size: bigint;
      etag: string;
      checksum: unknown;
      modified_at: Date;
      legal_hold: boolean;
      retained_until: Date | null;
    };
  };
  object_version_list_deleted: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly begin: string;
      readonly before: string;
      readonly limit: number;
    };
    row: {
      key: string;
      number: bigint;
      version_id: string | null;
      is_marker: boolean;
      size: bigint;
      etag: string;
      checksum: unknown;
      modified_at: Date;
      legal_hold: boolean;
      retained_until: Date | null;
    };
  };
  object_version_lock: {
    values: {
      readonly bucket_id: string;
      readonly keys: readonly string[];
    };
    row: {
      locked: bigint;
    };
  };
  object_version_number: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly key: string;
      readonly version_id: string | null;
    };
    row: {
      number: bigint;
    };
  };
  object_version_promote: {
    values: {
      readonly keys: readonly string[];
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  object_version_remove_earlier: {
    values: {
      readonly bypass_governance: boolean | null;
      readonly keys: readonly string[];
      readonly version_ids: readonly (string | null)[];
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly condition_keys: readonly string[];
      readonly condition_version_ids: readonly (string | null)[];
      readonly condition_etags: readonly (string | null)[];
      readonly condition_sizes: readonly (bigint | number | null)[];
      readonly condition_times: readonly (bigint | number | null)[];
    };
    row: {
      key: string;
      version_id: string | null;
      is_marker: boolean;
      retained: boolean;
      changed: boolean;
    };
  };
  object_version_remove_present: {
    values: {
      readonly bypass_governance: boolean | null;
      readonly keys: readonly string[];
      readonly version_ids: readonly (string | null)[];
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly condition_keys: readonly string[];
      readonly condition_version_ids: readonly (string | null)[];
      readonly condition_etags: readonly (string | null)[];
      readonly condition_sizes: readonly (bigint | number | null)[];
      readonly condition_times: readonly (bigint | number | null)[];
    };
    row: {
      key: string;
      version_id: string | null;
      is_marker: boolean;
      retained: boolean;
      changed: boolean;
    };
  };
  plain_path_forget: {
    values: Record<never, never>;
    row: {};
  };
  region_endpoints: {
    values: Record<never, never>;
    row: {
      endpoint_url: string;
    };
  };
  region_list: {
    values: {
      readonly region: string;
      readonly limit: number;
    };
    row: {
      region: string;
      name: string;
      endpoint_url: string | null;
      unsupported: (string | null)[];
      created_at: Date;
    };
  };
  region_seed: {
    values: {
      readonly regions: string;
    };
    row: {};
  };
  remote_read_audited: {
    values: {
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string;
      readonly actor_name: string;
      readonly request_id: string;
      readonly organization_id: string | null;
      readonly workspace_id: bigint | number | null;
      readonly action: string;
      readonly resource_id: string | null;
      readonly source_ip: string | null;
    };
    row: {
      "?column?": number;
    };
  };
  s3_visitor: {
    values: {
      readonly name: string | null;
      readonly access_key_id: string;
    };
    row: {
      workspace_id: bigint;
      organization_id: string;
      bucket_id: string | null;
      bucket_name: string | null;
      region: string | null;
      is_public: boolean | null;
      bucket_lock_enabled: boolean | null;
      retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retention_days: number | null;
      retention_years: number | null;
      versioning: "Enabled" | "Suspended" | null;
      sealed_key: Buffer | null;
      moving: "moving" | "frozen" | "leaving" | null;
      configurations: unknown;
      sealed_secret: Buffer;
      permission: "read" | "read_write" | "write";
      bypass_governance: boolean;
      all_buckets: boolean;
      allowed_ip_ranges: string[] | null;
      hold: "reads" | "adds" | null;
      suspended: boolean;
      expired: boolean;
      reaches: boolean;
    };
  };
  s3_visitor_cdn: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly name: string;
    };
    row: {
      workspace_id: bigint;
      organization_id: string;
      bucket_id: string;
      bucket_name: string;
      region: string;
      is_public: boolean;
      bucket_lock_enabled: boolean;
      retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retention_days: number | null;
      retention_years: number | null;
      versioning: "Enabled" | "Suspended" | null;
      sealed_key: Buffer | null;
      moving: "moving" | "frozen" | "leaving" | null;
      configurations: unknown;
    };
  };
  s3_visitor_move: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
      readonly name: string;
    };
    row: {
      workspace_id: bigint;
      organization_id: string;
      bucket_id: string;
      bucket_name: string;
      region: string;
      is_public: boolean;
      bucket_lock_enabled: boolean;
      retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retention_days: number | null;
      retention_years: number | null;
      versioning: "Enabled" | "Suspended" | null;
      sealed_key: Buffer | null;
      moving: "moving" | "frozen" | "leaving";
      configurations: unknown;
    };
  };
  s3_visitor_moved: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly all_buckets: boolean;
      readonly access_key_id: string;
    };
    row: {
      endpoint_url: string | null;
      region: string;
    };
  };
  s3_visitor_of_url: {
    values: {
      readonly name: string | null;
      readonly token_id: string | null;
      readonly workspace_id: bigint | number;
    };
    row: {
      workspace_id: bigint;
      organization_id: string;
      bucket_id: string | null;
      bucket_name: string | null;
      region: string | null;
      is_public: boolean | null;
      bucket_lock_enabled: boolean | null;
      retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retention_days: number | null;
      retention_years: number | null;
      versioning: "Enabled" | "Suspended" | null;
      sealed_key: Buffer | null;
      moving: "moving" | "frozen" | "leaving" | null;
      configurations: unknown;
      scopes: string[] | null;
      allowed_ip_ranges: string[] | null;
      hold: "reads" | null;
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader" | null;
      own_role: "developer" | "billing" | "viewer" | "secret_reader" | null;
      suspended: boolean;
    };
  };
  s3_visitor_of_workspace: {
    values: {
      readonly name: string | null;
      readonly workspace_id: bigint | number;
    };
    row: {
      workspace_id: bigint;
      organization_id: string;
      bucket_id: string | null;
      bucket_name: string | null;
      region: string | null;
      is_public: boolean | null;
      bucket_lock_enabled: boolean | null;
      retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retention_days: number | null;
      retention_years: number | null;
      versioning: "Enabled" | "Suspended" | null;
      sealed_key: Buffer | null;
      moving: "moving" | "frozen" | "leaving" | null;
      configurations: unknown;
    };
  };
  s3_visitor_oldest: {
    values: {
      readonly name: string;
    };
    row: {
      workspace_id: bigint;
      organization_id: string;
      bucket_id: string;
      bucket_name: string;
      region: string;
      is_public: boolean;
      bucket_lock_enabled: boolean;
      retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retention_days: number | null;
      retention_years: number | null;
      versioning: "Enabled" | "Suspended" | null;
      sealed_key: Buffer | null;
      moving: "moving" | "frozen" | "leaving" | null;
      configurations: unknown;
    };
  };
  s3_visitor_with_object: {
    values: {
      readonly name: string | null;
      readonly key: string;
      readonly access_key_id: string;
    };
    row: {
      workspace_id: bigint;
      organization_id: string;
      bucket_id: string | null;
      bucket_name: string | null;
      region: string | null;
      is_public: boolean | null;
      bucket_lock_enabled: boolean | null;
      retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retention_days: number | null;
      retention_years: number | null;
      versioning: "Enabled" | "Suspended" | null;
      sealed_key: Buffer | null;
      moving: "moving" | "frozen" | "leaving" | null;
      configurations: unknown;
      sealed_secret: Buffer;
      permission: "read" | "read_write" | "write";
      bypass_governance: boolean;
      all_buckets: boolean;
      allowed_ip_ranges: string[] | null;
      hold: "reads" | "adds" | null;
      suspended: boolean;
      expired: boolean;
      reaches: boolean;
      size: bigint | null;
      etag: string | null;
      content_type: string | null;
      headers: unknown;
      metadata: unknown;
      tags: unknown;
      checksum: unknown;
      file_ids: string[] | null;
      file_sizes: number[] | null;
      upload_id: string | null;
      modified_at: Date | null;
      version_id: string | null;
      legal_hold: boolean | null;
      encryption: unknown;
      part_checksums: (string | null)[] | null;
      lock_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retained_until: Date | null;
    };
  };
  storage_bucket_applied: {
    values: {
      readonly applied: string | null;
      readonly region: string;
      readonly name: string;
    };
    row: {};
  };
  storage_bucket_gone: {
    values: {
      readonly region: string;
      readonly name: string;
    };
    row: {};
  };
  storage_bucket_look: {
    values: {
      readonly region: string;
      readonly name: string;
    };
    row: {
      workspace_id: bigint;
      state: "reserved" | "made" | "taken" | "arriving" | "bound" | "leaving" | "ended";
    };
  };
  storage_bucket_made: {
    values: {
      readonly state: string;
      readonly counted_hour: Date | string | null;
      readonly counted_bytes: bigint | number;
      readonly region: string;
      readonly name: string;
    };
    row: {};
  };
  storage_bucket_reserve: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
      readonly access_key_id: string;
      readonly secret_sealed: Uint8Array;
      readonly name: string;
      readonly bucket_id: string;
      readonly object_lock: boolean;
    };
    row: {
      state: "reserved" | "made" | "taken" | "arriving" | "bound" | "leaving" | "ended";
      pg_notify: string;
    };
  };
  storage_bucket_unwanted: {
    values: {
      readonly region: string;
      readonly name: string;
    };
    row: {
      "?column?": number;
    };
  };
  storage_buckets_counted: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
    };
    row: {
      name: string;
      bucket_id: string;
      counted_hour: Date | null;
      counted_bytes: bigint;
      is_old: boolean;
    };
  };
  storage_buckets_missing: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
      readonly names: readonly string[];
    };
    row: {};
  };
  storage_buckets_wanted: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
    };
    row: {
      name: string;
      bucket_id: string;
      state: "reserved" | "made" | "taken" | "arriving" | "bound" | "leaving" | "ended";
      object_lock: boolean;
      applied: string | null;
      is_stale: boolean;
      stale_at: Date;
      is_public: boolean | null;
      quota_bytes: bigint | null;
      versioning: "Enabled" | "Suspended" | null;
      moving: "moving" | "frozen" | "leaving" | null;
      is_deleted: boolean;
      is_kept: boolean;
      retention_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      retention_days: number | null;
      retention_years: number | null;
      is_suspended: boolean;
      is_served: boolean;
    };
  };
  storage_connection_get: {
    values: {
      readonly region: string | null;
    };
    row: {
      region: string;
      name: string;
      endpoint_url: string | null;
      admin_url: string;
      access_key_id: string;
      secret_sealed: Buffer;
      user_prefix: string;
      connected_at: Date | null;
    };
  };
  storage_connection_reached: {
    values: {
      readonly unsupported: readonly (string | null)[];
      readonly region: string;
      readonly server: string | null;
    };
    row: {};
  };
  storage_connection_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly Uint8Array[];
    };
    row: {
      region: string;
    };
  };
  storage_connection_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  storage_connection_unreached: {
    values: {
      readonly error_message: string | null;
      readonly region: string;
    };
    row: {};
  };
  storage_key_applied: {
    values: {
      readonly applied: string | null;
      readonly region: string;
      readonly workspace_id: bigint | number;
      readonly access_key_id: string;
    };
    row: {};
  };
  storage_key_gone: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
      readonly access_key_id: string;
    };
    row: {};
  };
  storage_key_intend: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
      readonly access_key_id: string;
    };
    row: {};
  };
  storage_keys_made: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
    };
    row: {
      access_key_id: string;
      applied: string | null;
    };
  };
  storage_keys_wanted: {
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {
      access_key_id: string;
      sealed_secret: Buffer;
      permission: "read" | "read_write" | "write";
      bypass_governance: boolean;
      allowed_ip_ranges: string[] | null;
      is_held: boolean;
      ends_at: Date | null;
      bucket_ids: string[] | null;
    };
  };
  storage_owner_behind: {
    values: {
      readonly regions: readonly string[];
      readonly numbers: readonly number[];
      readonly workspace_id: bigint | number;
    };
    row: {};
  };
  storage_owner_done: {
    values: {
      readonly applied_revision: number;
      readonly next_look: Date | string | null;
      readonly region: string;
      readonly workspace_id: bigint | number;
    };
    row: {};
  };
  storage_owner_failed: {
    values: {
      readonly applied_revision: number;
      readonly error_message: string | null;
      readonly in_ms: number;
      readonly region: string;
      readonly workspace_id: bigint | number;
    };
    row: {};
  };
  storage_owner_gone: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
      readonly revision: number;
    };
    row: {
      "?column?": number;
    };
  };
  storage_owner_release: {
    values: {
      readonly region: string;
      readonly workspace_id: bigint | number;
    };
    row: {};
  };
  storage_owner_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly Uint8Array[];
    };
    row: {
      access_key_id: string;
    };
  };
  storage_owner_revisions: {
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {
      region: string;
      revision: number;
    };
  };
  storage_owner_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  storage_owner_take: {
    values: {
      readonly limit: number;
    };
    row: {
      region: string;
      workspace_id: bigint;
      access_key_id: string;
      secret_sealed: Buffer;
      revision: number;
      apply_attempts: number;
    };
  };
  storage_owners_of_region: {
    values: {
      readonly region: string;
      readonly after: bigint | number;
    };
    row: {
      workspace_id: bigint;
      since: Date | null;
    };
  };
  storage_region_add: {
    values: {
      readonly region: string;
      readonly name: string;
      readonly site_id: string | null;
      readonly endpoint_url: string | null;
      readonly backend: "embedded" | "rgw";
      readonly admin_url: string;
      readonly access_key_id: string;
      readonly secret_sealed: Uint8Array;
      readonly user_prefix: string;
    };
    row: {};
  };
  storage_region_ask_check: {
    values: {
      readonly region: string;
    };
    row: {
      region: string;
    };
  };
  storage_region_buckets: {
    values: {
      readonly region: string;
    };
    row: {
      type: "bucket";
      id: string;
      name: string;
    };
  };
  storage_region_checked: {
    values: {
      readonly region: string;
      readonly check_at: Date | string;
    };
    row: {};
  };
  storage_region_delete: {
    values: {
      readonly region: string;
    };
    row: {
      region: string;
    };
  };
  storage_region_list_operator: {
    values: {
      readonly region: string | null;
    };
    row: {
      region: string;
      name: string;
      backend: "embedded" | "rgw";
      endpoint_url: string | null;
      site_id: string | null;
      unsupported: (string | null)[];
      created_at: Date;
      connected_at: Date | null;
      check_at: Date | null;
      admin_url: string | null;
      access_key_id: string | null;
      server: string | null;
      reachable: boolean | null;
      error_message: string | null;
      checked_at: Date | null;
      unknown_users: (string | null)[] | null;
      buckets: number;
      failing: number;
    };
  };
  storage_region_names: {
    values: Record<never, never>;
    row: {
      region: string;
    };
  };
  storage_regions_due: {
    values: Record<never, never>;
    row: {
      region: string;
      check_at: Date;
    };
  };
  storage_transfer_record: {
    values: {
      readonly counted_hour: Date | string | null;
      readonly counted_bytes: bigint | number;
      readonly region: string;
      readonly name: string;
      readonly bucket_id: string;
      readonly former_hour: Date | string | null;
      readonly former_bytes: bigint | number;
      readonly added: bigint | number;
    };
    row: {};
  };
  storage_usage_record: {
    values: {
      readonly bucket_ids: readonly string[];
      readonly object_counts: readonly (bigint | number)[];
      readonly total_sizes: readonly (bigint | number)[];
      readonly workspace_id: bigint | number;
    };
    row: {};
  };
  storage_users_unknown: {
    values: {
      readonly users: readonly string[];
      readonly region: string;
      readonly user_prefix: string;
    };
    row: {};
  };
}
