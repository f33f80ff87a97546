// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ObjectStorageStatements {
  access_key_buckets: {
    values: readonly [string | null, string | null, string | null, string | null, string | null, bigint | number | null];
    row: {
      name: string;
      region: string;
      created_at: Date;
    };
  };
  access_key_count_of_member: {
    values: readonly [string | null, string | null];
    row: {
      count: number;
    };
  };
  access_key_delete: {
    values: readonly [bigint | number | null, string | null];
    row: {
      is_remote: boolean;
    };
  };
  access_key_end: {
    values: readonly [readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  access_key_entry: {
    values: readonly [string | null];
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
    values: readonly [string | null, string | null, readonly (string | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {
      access_key_id: string;
    };
  };
  access_key_find_of_token: {
    values: readonly [string | null];
    row: {
      access_key_id: string;
    };
  };
  access_key_get: {
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [string | null];
    row: {
      "?column?": number;
    };
  };
  access_key_insert: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, "read" | "read_write" | "write" | null, Uint8Array | null, Date | string | null, readonly (string | null)[] | null, boolean | null, string | null, string | null, string | null, string | null];
    row: {
      created_at: Date;
      expires_at: Date | null;
      is_remote: boolean;
    };
  };
  access_key_list: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, number | null];
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
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      access_key_id: string;
    };
  };
  access_key_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  access_key_touch: {
    values: readonly [readonly (string | null)[] | null, readonly (Date | string | null)[] | null];
    row: {};
  };
  access_key_touch_of_token: {
    values: readonly [string | null];
    row: {
      told: string;
    };
  };
  bucket_check_new: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      backend: "embedded" | "rgw" | null;
      namesake: "used" | "ending" | "kept" | null;
      is_made: boolean;
    };
  };
  bucket_configuration_get: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      document: unknown;
    };
  };
  bucket_configuration_get_named: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      bucket_id: string;
      document: unknown;
    };
  };
  bucket_configuration_put: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {};
  };
  bucket_configuration_remove: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {};
  };
  bucket_configuration_set_named: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {
      bucket_id: string;
    };
  };
  bucket_cors_get: {
    values: readonly [string | null, bigint | number | null, string | null];
    row: {
      document: unknown;
    };
  };
  bucket_delete: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  bucket_encryption: {
    values: readonly [bigint | number | null, string | null];
    row: {
      bucket_id: string;
      sealed_key: Buffer | null;
      encrypts: boolean;
    };
  };
  bucket_ended: {
    values: readonly [string | null];
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
    values: readonly [number | null, readonly (string | null)[] | null];
    row: {
      "?column?": number;
    };
  };
  bucket_get: {
    values: readonly [bigint | number | null, string | null];
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
  bucket_get_embedded: {
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [string, bigint | number, string, string, boolean, boolean, "GOVERNANCE" | "COMPLIANCE" | null, number | null, number | null, readonly (string | null)[], boolean];
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
    values: readonly [bigint | number | null, string | null, string | null, boolean | null, boolean | null, "GOVERNANCE" | "COMPLIANCE" | null, number | null, number | null, readonly (string | null)[] | null, "embedded" | "rgw" | null, boolean | null];
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
  bucket_insert_unbound: {
    values: readonly [string, bigint | number, string, string, boolean, boolean, "GOVERNANCE" | "COMPLIANCE" | null, number | null, number | null, readonly (string | null)[], "embedded" | "rgw", boolean];
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
    values: readonly [bigint | number | null, string | null, Date | string | null, boolean | null];
    row: {
      "?column?": number;
    };
  };
  bucket_key_put: {
    values: readonly [bigint | number | null, string | null, Uint8Array | null];
    row: {
      sealed_key: Buffer | null;
    };
  };
  bucket_key_reseal: {
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      bucket_id: string;
    };
  };
  bucket_key_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  "bucket_list_by_-created_at": {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, number | null];
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
    values: readonly [bigint | number | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, number | null];
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
    values: readonly [bigint | number | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, number | null];
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
    values: readonly [bigint | number | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, number | null];
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
    values: readonly [bigint | number | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, number | null];
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
    values: readonly [bigint | number | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, number | null];
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
    values: readonly [bigint | number | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, number | null];
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
    values: readonly [bigint | number | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, number | null];
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
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [bigint | number | null, string | null, "GOVERNANCE" | "COMPLIANCE" | null, number | null, number | null];
    row: {
      "?column?": number;
    };
  };
  bucket_move_applied: {
    values: readonly [string | null, bigint | number | null];
    row: {
      applied_revision: number;
      error_message: string | null;
    };
  };
  bucket_move_begin: {
    values: readonly [string | null, bigint | number | null, string | null, string | null, "embedded" | "rgw" | null, string | null, string | null];
    row: {
      audit_event_id: string;
    };
  };
  bucket_move_cancel: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {
      move_id: string;
    };
  };
  bucket_move_change_region: {
    values: readonly [bigint | number | null, string | null, string, "embedded" | "rgw"];
    row: {};
  };
  bucket_move_count: {
    values: readonly [bigint | number | null, string | null, bigint | number | null, bigint | number | null];
    row: {};
  };
  bucket_move_due: {
    values: readonly [];
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
    values: readonly [string | null, string | null, string | null];
    row: {};
  };
  bucket_move_end_counts: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  bucket_move_end_settings: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  bucket_move_end_uploads: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  bucket_move_find_bucket: {
    values: readonly [string | null, bigint | number | null];
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
    values: readonly [string | null];
    row: {};
  };
  bucket_move_frozen: {
    values: readonly [string | null];
    row: {};
  };
  bucket_move_get: {
    values: readonly [string | null];
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
    values: readonly [string | null, string | null, number | null];
    row: {};
  };
  bucket_move_leave_server: {
    values: readonly [string | null, string | null];
    row: {};
  };
  bucket_move_list: {
    values: readonly [];
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
    values: readonly [string | null];
    row: {
      locked: string | null;
    };
  };
  bucket_move_older_transactions: {
    values: readonly [Date | string | null];
    row: {
      pid: number;
    };
  };
  bucket_move_passed: {
    values: readonly [string | null];
    row: {
      changed: bigint;
    };
  };
  bucket_move_place: {
    values: readonly [string | null, bigint | number | null];
    row: {
      endpoint_url: string | null;
      backend: "embedded" | "rgw";
      access_key_id: string | null;
      secret_sealed: Buffer | null;
    };
  };
  bucket_move_progress: {
    values: readonly [string | null, string | null, bigint | number | null, bigint | number | null, bigint | number | null, bigint | number | null];
    row: {
      cancelling: boolean;
    };
  };
  bucket_move_remove_objects: {
    values: readonly [bigint | number | null, string | null];
    row: {
      removed: number;
    };
  };
  bucket_move_remove_settings: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  bucket_move_remove_versions: {
    values: readonly [bigint | number | null, string | null];
    row: {
      removed: number;
    };
  };
  bucket_move_reserve: {
    values: readonly [string, bigint | number, string | null, string | null, string, Uint8Array, boolean | null];
    row: {
      pg_notify: string;
    };
  };
  bucket_move_set_moving: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {};
  };
  bucket_move_settings_used: {
    values: readonly [bigint | number | null, string | null];
    row: {
      kind: string;
      document: unknown;
    };
  };
  bucket_move_step: {
    values: readonly [string | null, string];
    row: {};
  };
  bucket_move_switched: {
    values: readonly [string | null, string | null];
    row: {
      audit_event_id: string;
    };
  };
  bucket_move_target: {
    values: readonly [string | null, string | null];
    row: {
      backend: "embedded" | "rgw";
      name_taken: boolean;
    };
  };
  bucket_move_target_set: {
    values: readonly [string | null, string | null, string, readonly (string | null)[] | null];
    row: {
      "?column?": number;
    };
  };
  bucket_move_target_state: {
    values: readonly [string | null, string | null];
    row: {
      state: "reserved" | "made" | "taken" | "arriving" | "bound" | "leaving" | "ended";
      bucket_id: string;
    };
  };
  bucket_move_touch_owner: {
    values: readonly [string | null, bigint | number | null];
    row: {
      revision: number;
      told: string;
    };
  };
  bucket_move_versions_add: {
    values: readonly [string | null, bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (bigint | number | null)[] | null, readonly (boolean | null)[] | null];
    row: {};
  };
  bucket_move_versions_after: {
    values: readonly [string | null, string | null];
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
    values: readonly [string | null, string | null, string | null];
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
    values: readonly [string | null, readonly (string | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {};
  };
  bucket_move_versions_total: {
    values: readonly [string | null];
    row: {
      objects: bigint;
      bytes: bigint;
    };
  };
  bucket_move_wrong: {
    values: readonly [string | null, bigint | number | null];
    row: {};
  };
  bucket_policy_get: {
    values: readonly [bigint | number | null, string | null];
    row: {
      policy: unknown;
      block: unknown;
    };
  };
  bucket_purge: {
    values: readonly [bigint | number | null, string | null];
    row: {
      "?column?": number;
    };
  };
  bucket_purge_empty: {
    values: readonly [bigint | number | null, string | null];
    row: {
      "?column?": number;
    };
  };
  bucket_quota_get: {
    values: readonly [bigint | number | null, string | null];
    row: {
      name: string;
      quota_bytes: bigint | null;
      used_bytes: bigint;
    };
  };
  bucket_quota_put: {
    values: readonly [bigint | number | null, string | null, bigint | number | null];
    row: {
      name: string;
      quota_bytes: bigint | null;
      backend: "embedded" | "rgw";
      used_bytes: bigint;
    };
  };
  bucket_remote: {
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [bigint | number | null, string | null, "GOVERNANCE" | "COMPLIANCE" | null, number | null, number | null];
    row: {};
  };
  bucket_remote_versioning: {
    values: readonly [bigint | number | null, string | null, "Enabled" | "Suspended" | null];
    row: {};
  };
  bucket_remove_ended: {
    values: readonly [bigint | number | null, string | null];
    row: {
      removed: boolean | null;
    };
  };
  bucket_remove_ended_objects: {
    values: readonly [bigint | number | null, string | null];
    row: {
      removed: number;
    };
  };
  bucket_remove_ended_versions: {
    values: readonly [bigint | number | null, string | null];
    row: {
      removed: number;
    };
  };
  bucket_restore: {
    values: readonly [bigint | number | null, string | null];
    row: {
      updated_at: Date | null;
    };
  };
  bucket_restore_find: {
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [bigint | number | null, string | null, boolean, boolean | null];
    row: {};
  };
  bucket_versioning_put: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  file_scrub_advance: {
    values: readonly [string | null];
    row: {};
  };
  file_scrub_begin: {
    values: readonly [];
    row: {};
  };
  file_scrub_damaged: {
    values: readonly [number | null];
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
    values: readonly [bigint | number];
    row: {};
  };
  file_scrub_next: {
    values: readonly [string | null, number | null];
    row: {
      file_id: string;
      md5: string | null;
      damage: string | null;
    };
  };
  file_scrub_record: {
    values: readonly [string | null, string | null, string | null];
    row: {
      file_id: string;
    };
  };
  file_scrub_report: {
    values: readonly [];
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
    values: readonly [number | null];
    row: {
      scrub_position: string | null;
      scrub_ended_at: Date | null;
      due: boolean;
    };
  };
  lifecycle_abort_uploads: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, Date | string | null];
    row: {
      upload_id: string;
    };
  };
  lifecycle_applied: {
    values: readonly [bigint | number | null, string | null, Date | string | null];
    row: {};
  };
  lifecycle_due: {
    values: readonly [bigint | number | null, string | null, number | null];
    row: {
      workspace_id: bigint;
      organization_id: string;
      bucket_id: string;
      versioning: "Enabled" | "Suspended" | null;
      document: unknown;
    };
  };
  lifecycle_expired: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, bigint | number | null, bigint | number | null, string | null, Date | string | null, number | null];
    row: {
      key: string;
      etag: string;
      size: bigint;
      modified_at: bigint;
    };
  };
  lifecycle_expired_earlier: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, bigint | number | null, bigint | number | null, string | null, bigint | number | null, Date | string | null, number | null, number | null];
    row: {
      key: string;
      number: bigint;
      version_id: string | null;
    };
  };
  lifecycle_lonely_markers: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, number | null];
    row: {
      key: string;
      version_id: string | null;
    };
  };
  lifecycle_preview: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, bigint | number | null, bigint | number | null, Date | string | null, number | null];
    row: {
      looked: bigint;
      matching: bigint;
      matching_size: bigint;
      expired: bigint;
      expired_size: bigint;
    };
  };
  multipart_abort: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  multipart_abort_old: {
    values: readonly [number | null, number | null];
    row: {
      upload_id: string;
    };
  };
  multipart_create: {
    values: readonly [bigint | number, string, string, string, string, string, string, "GOVERNANCE" | "COMPLIANCE" | null, Date | string | null, boolean, string, string | null, string | null];
    row: {
      created_at: Date;
    };
  };
  multipart_end: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  multipart_has: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {
      checksum: unknown;
      encryption: unknown;
    };
  };
  multipart_lock: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {
      key: string;
      etag: string;
      checksum: unknown;
      version_id: string | null;
      encryption: unknown;
    };
  };
  multipart_parts: {
    values: readonly [bigint | number | null, string | null, number | null, number | null];
    row: {
      part_number: number;
      size: bigint;
      etag: string;
      checksum: unknown;
      modified_at: Date;
    };
  };
  multipart_put_part: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, number | null, string | null, bigint | number | null, string | null, string | null, string | null];
    row: {
      modified_at: Date;
    };
  };
  multipart_remote_completed: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {};
  };
  multipart_remote_delete: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {};
  };
  multipart_remote_due: {
    values: readonly [number | null];
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
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      key: string;
      remote_id: string;
      remote_etag: string | null;
    };
  };
  multipart_remote_forget: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  multipart_remote_insert: {
    values: readonly [bigint | number, string, string, string, string, string | null];
    row: {
      created_at: Date;
    };
  };
  multipart_sign: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      region: string;
      endpoint_url: string | null;
      key: string | null;
      suspended: boolean;
    };
  };
  multipart_take_parts: {
    values: readonly [bigint | number | null, string | null];
    row: {
      part_number: number;
      file_id: string;
      size: bigint;
      etag: string;
      checksum: unknown;
    };
  };
  multipart_uploads: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, string | null, number | null];
    row: {
      key: string;
      upload_id: string;
      created_at: Date;
    };
  };
  object_attributes_get: {
    values: readonly [bigint | number | null, string | null, string | null, boolean | null, string | null];
    row: {
      bucket_id: string;
      bucket_lock_enabled: boolean;
      version_id: string | null;
      tags: unknown;
      lock_mode: "GOVERNANCE" | "COMPLIANCE" | null;
      legal_hold: boolean | null;
      retained_until: Date | null;
    };
  };
  object_download: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      region: string;
      endpoint_url: string | null;
      object_known: boolean;
    };
  };
  object_file_forget: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  object_file_freed: {
    values: readonly [number | null, readonly (string | null)[] | null, number | null];
    row: {
      file_id: string;
    };
  };
  object_file_history: {
    values: readonly [];
    row: {
      history: string;
    };
  };
  object_file_known: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      file_id: string;
    };
  };
  object_file_some: {
    values: readonly [number | null];
    row: {
      file_id: string;
    };
  };
  object_get: {
    values: readonly [bigint | number | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, boolean | null, boolean | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {
      key: string;
      retained: boolean | null;
      changed: boolean;
    };
  };
  object_latest_marker: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      version_id: string | null;
      modified_at: Date;
    };
  };
  object_legal_hold_put: {
    values: readonly [bigint | number | null, string | null, string | null, boolean | null, string | null, boolean];
    row: {
      version_id: string | null;
    };
  };
  object_list: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, number | null];
    row: {
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
    values: readonly [bigint | number | null, string | null, string | null, string | null, number | null, number | null, string | null, string | null];
    row: {
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
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null];
    row: {
      made: bigint;
    };
  };
  object_put: {
    values: readonly [bigint | number | null, string | null, string | null, boolean | null, boolean | null];
    row: {
      key: string;
      modified_at: Date;
      version_id: string | null;
    };
  };
  object_put_refused: {
    values: readonly [bigint | number | null, string | null, string | null, boolean | null];
    row: {
      retained: boolean;
    };
  };
  object_remove: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, boolean | null, boolean | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {
      key: string;
      retained: boolean;
      changed: boolean;
    };
  };
  object_retain: {
    values: readonly [bigint | number | null, string | null, string | null, boolean | null, string | null, string | null, Date | string | null, boolean | null];
    row: {
      allowed: boolean | null;
    };
  };
  object_row_lock: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      etag: string;
    };
  };
  object_store_register: {
    values: readonly [string | null, string, string];
    row: {};
  };
  object_store_registered: {
    values: readonly [];
    row: {
      store_id: string | null;
      host: string;
      folder: string;
      changed_at: Date;
    };
  };
  object_store_release: {
    values: readonly [];
    row: {
      host: string;
      folder: string;
    };
  };
  object_tags_put: {
    values: readonly [bigint | number | null, string | null, string | null, boolean | null, string | null, string];
    row: {
      version_id: string | null;
    };
  };
  object_upload: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      region: string;
      endpoint_url: string | null;
      suspended: boolean;
    };
  };
  object_version_find: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, boolean | null, string | null, string | null, bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      region: string;
      endpoint_url: string | null;
      known: boolean;
      refused: boolean | null;
    };
  };
  object_version_former_keys: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null];
    row: {
      key: string;
    };
  };
  object_version_list: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, bigint | number | null, number | null];
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
    values: readonly [bigint | number | null, string | null, string | null, string | null, number | null];
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
    values: readonly [string | null, readonly (string | null)[] | null];
    row: {
      locked: bigint;
    };
  };
  object_version_number: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {
      number: bigint;
    };
  };
  object_version_promote: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null];
    row: {};
  };
  object_version_remove_earlier: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, boolean | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {
      key: string;
      version_id: string | null;
      is_marker: boolean;
      retained: boolean;
      changed: boolean;
    };
  };
  object_version_remove_present: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, readonly (string | null)[] | null, boolean | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {
      key: string;
      version_id: string | null;
      is_marker: boolean;
      retained: boolean;
      changed: boolean;
    };
  };
  plain_path_forget: {
    values: readonly [];
    row: {};
  };
  region_endpoints: {
    values: readonly [];
    row: {
      endpoint_url: string;
    };
  };
  region_list: {
    values: readonly [string | null, number | null];
    row: {
      region: string;
      name: string;
      endpoint_url: string | null;
      unsupported: (string | null)[];
      created_at: Date;
    };
  };
  region_seed: {
    values: readonly [string | null];
    row: {};
  };
  remote_read_audited: {
    values: readonly [string | null, string | null, bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  s3_visitor: {
    values: readonly [string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, boolean | null, string | null];
    row: {
      endpoint_url: string | null;
      region: string;
    };
  };
  s3_visitor_of_url: {
    values: readonly [bigint | number | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [string | null];
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
    values: readonly [string | null, string | null, string | null];
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
    values: readonly [string | null, string | null, string | null];
    row: {};
  };
  storage_bucket_gone: {
    values: readonly [string | null, string | null];
    row: {};
  };
  storage_bucket_look: {
    values: readonly [string | null, string | null];
    row: {
      workspace_id: bigint;
      state: "reserved" | "made" | "taken" | "arriving" | "bound" | "leaving" | "ended";
    };
  };
  storage_bucket_made: {
    values: readonly [string | null, string | null, string, Date | string | null, bigint | number];
    row: {};
  };
  storage_bucket_reserve: {
    values: readonly [string, bigint | number, string | null, string | null, string, Uint8Array, boolean | null];
    row: {
      state: "reserved" | "made" | "taken" | "arriving" | "bound" | "leaving" | "ended";
      pg_notify: string;
    };
  };
  storage_bucket_unwanted: {
    values: readonly [string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  storage_buckets_counted: {
    values: readonly [string | null, bigint | number | null];
    row: {
      name: string;
      bucket_id: string;
      counted_hour: Date | null;
      counted_bytes: bigint;
      is_old: boolean;
    };
  };
  storage_buckets_missing: {
    values: readonly [string | null, bigint | number | null, readonly (string | null)[] | null];
    row: {};
  };
  storage_buckets_wanted: {
    values: readonly [string | null, bigint | number | null];
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
      is_served: boolean;
    };
  };
  storage_connection_delete: {
    values: readonly [string | null];
    row: {};
  };
  storage_connection_get: {
    values: readonly [string | null];
    row: {
      region: string;
      name: string;
      endpoint_url: string | null;
      admin_url: string;
      access_key_id: string;
      secret_sealed: Buffer;
      user_prefix: string;
    };
  };
  storage_connection_reached: {
    values: readonly [string | null, string | null, readonly (string | null)[]];
    row: {};
  };
  storage_connection_reseal: {
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      region: string;
    };
  };
  storage_connection_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  storage_connection_unreached: {
    values: readonly [string | null, string | null];
    row: {};
  };
  storage_key_applied: {
    values: readonly [string | null, bigint | number | null, string | null, string | null];
    row: {};
  };
  storage_key_gone: {
    values: readonly [string | null, bigint | number | null, string | null];
    row: {};
  };
  storage_key_intend: {
    values: readonly [string, bigint | number, string];
    row: {};
  };
  storage_keys_made: {
    values: readonly [string | null, bigint | number | null];
    row: {
      access_key_id: string;
      applied: string | null;
    };
  };
  storage_keys_wanted: {
    values: readonly [bigint | number | null];
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
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (number | null)[] | null];
    row: {};
  };
  storage_owner_done: {
    values: readonly [string | null, bigint | number | null, number, Date | string | null];
    row: {};
  };
  storage_owner_failed: {
    values: readonly [string | null, bigint | number | null, number, string | null, number | null];
    row: {};
  };
  storage_owner_gone: {
    values: readonly [string | null, bigint | number | null, number | null];
    row: {
      "?column?": number;
    };
  };
  storage_owner_release: {
    values: readonly [string | null, bigint | number | null];
    row: {};
  };
  storage_owner_reseal: {
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      access_key_id: string;
    };
  };
  storage_owner_revisions: {
    values: readonly [bigint | number | null];
    row: {
      region: string;
      revision: number;
    };
  };
  storage_owner_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  storage_owner_take: {
    values: readonly [number | null];
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
    values: readonly [string | null, bigint | number | null];
    row: {
      workspace_id: bigint;
      since: Date | null;
    };
  };
  storage_region_add: {
    values: readonly [string, string, string | null, string | null, string | null, string | null, Uint8Array | null, string | null, string | null, readonly (string | null)[]];
    row: {};
  };
  storage_region_delete: {
    values: readonly [string | null];
    row: {
      name: string;
    };
  };
  storage_region_list_operator: {
    values: readonly [];
    row: {
      region: string;
      name: string;
      backend: "embedded" | "rgw";
      endpoint_url: string | null;
      site_id: string | null;
      server: string | null;
      reachable: boolean | null;
      error_message: string | null;
      checked_at: Date | null;
      buckets: number;
      failing: number;
    };
  };
  storage_region_names: {
    values: readonly [];
    row: {
      region: string;
    };
  };
  storage_transfer_record: {
    values: readonly [string | null, string | null, string | null, Date | string | null, bigint | number, Date | string | null, bigint | number | null, bigint | number | null];
    row: {};
  };
  storage_usage_record: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {};
  };
  storage_users_unknown: {
    values: readonly [string | null, string | null, readonly (string | null)[] | null];
    row: {
      id: string | null;
    };
  };
}
