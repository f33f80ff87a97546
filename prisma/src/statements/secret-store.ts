// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface SecretStoreStatements {
  master_key_use: {
    values: Record<never, never>;
    row: {
      keyId: string;
      dataKeys: number;
    };
  };
  secret_data_key_batch: {
    values: {
      readonly master_key_id: string;
      readonly after_workspace_id: bigint | number;
      readonly after_store_id: string;
      readonly limit: number;
    };
    row: {
      workspace_id: bigint;
      store_id: string;
      master_key_id: string;
      wrapped: Buffer;
    };
  };
  secret_data_key_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
    };
    row: {
      master_key_id: string;
      wrapped: Buffer;
    };
  };
  secret_data_key_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly master_key_id: string;
      readonly wrapped: Uint8Array;
    };
    row: {
      master_key_id: string;
      wrapped: Buffer;
    };
  };
  secret_data_key_rewrap: {
    values: {
      readonly workspace_ids: readonly (bigint | number)[];
      readonly store_ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly master_key_ids: readonly string[];
      readonly wrapped: readonly Uint8Array[];
    };
    row: {
      "?column?": number;
    };
  };
  secret_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly secret_id: string;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date | null;
    };
  };
  secret_destroy: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly secret_id: string;
    };
    row: {};
  };
  secret_destroy_deleted: {
    values: {
      readonly limit: bigint | number;
      readonly audit_event_ids: readonly string[];
    };
    row: {
      "?column?": number;
    };
  };
  secret_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly secret_id: string;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date | null;
    };
  };
  secret_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly secret_id: string;
      readonly encoding: "utf8" | "base64";
      readonly sealed: Uint8Array | null;
      readonly store_id: string;
      readonly key: string;
      readonly description: string;
      readonly tags: readonly string[];
      readonly expires_at: Date | string | null;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date | null;
    };
  };
  "secret_list_by_-created_at": {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly after: readonly (string | null)[] | null;
      readonly key: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date | null;
    };
  };
  "secret_list_by_-key": {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly after: readonly (string | null)[] | null;
      readonly key: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date | null;
    };
  };
  secret_list_by_created_at: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly after: readonly (string | null)[] | null;
      readonly key: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date | null;
    };
  };
  secret_list_by_key: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly after: readonly (string | null)[] | null;
      readonly key: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date | null;
    };
  };
  "secret_list_deleted_by_-created_at": {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly after: readonly (string | null)[] | null;
      readonly key: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date;
    };
  };
  "secret_list_deleted_by_-key": {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly after: readonly (string | null)[] | null;
      readonly key: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date;
    };
  };
  secret_list_deleted_by_created_at: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly after: readonly (string | null)[] | null;
      readonly key: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date;
    };
  };
  secret_list_deleted_by_key: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly after: readonly (string | null)[] | null;
      readonly key: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date;
    };
  };
  secret_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly secret_id: string;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date | null;
      store_status: "active" | "archived" | "deleting";
      master_key_id: string;
      wrapped: Buffer;
    };
  };
  secret_release: {
    values: {
      readonly workspace_id: bigint | number;
      readonly used_by_type: string;
      readonly used_by_id: string;
      readonly secret_id: string | null;
    };
    row: {};
  };
  secret_restore: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly secret_id: string;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date | null;
    };
  };
  secret_store_alike: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly store_key: string;
    };
    row: {
      store_id: string;
      name: string;
      store_key: string;
    };
  };
  secret_store_contents: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly limit: number;
    };
    row: {
      type: "secret";
      id: string;
      name: string;
    };
  };
  secret_store_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
    };
    row: {
      store_id: string;
      workspace_id: bigint;
      name: string;
      store_key: string;
      description: string;
      status: "active" | "archived" | "deleting";
      deletion_protection: boolean;
      deleted_at: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  secret_store_destroy: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
    };
    row: {};
  };
  secret_store_destroy_deleted: {
    values: {
      readonly limit: bigint | number;
      readonly audit_event_ids: readonly string[];
    };
    row: {
      "?column?": number;
    };
  };
  secret_store_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
    };
    row: {
      store_id: string;
      workspace_id: bigint;
      name: string;
      store_key: string;
      description: string;
      status: "active" | "archived" | "deleting";
      deletion_protection: boolean;
      deleted_at: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  secret_store_hold_for_new: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly key: string;
    };
    row: {
      status: "active" | "archived" | "deleting";
      master_key_id: string | null;
      wrapped: Buffer | null;
      holder_id: string | null;
    };
  };
  secret_store_insert: {
    values: {
      readonly store_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly store_key: string;
      readonly description: string;
      readonly deletion_protection: boolean;
    };
    row: {
      store_id: string;
      workspace_id: bigint;
      name: string;
      store_key: string;
      description: string;
      status: "active" | "archived" | "deleting";
      deletion_protection: boolean;
      deleted_at: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  secret_store_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly status: "active" | "archived" | "deleting" | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      store_id: string;
      workspace_id: bigint;
      name: string;
      store_key: string;
      description: string;
      status: "active" | "archived" | "deleting";
      deletion_protection: boolean;
      deleted_at: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  secret_store_list_deleting: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly status: "active" | "archived" | "deleting" | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      store_id: string;
      workspace_id: bigint;
      name: string;
      store_key: string;
      description: string;
      status: "active" | "archived" | "deleting";
      deletion_protection: boolean;
      deleted_at: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  secret_store_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
    };
    row: {
      store_id: string;
      workspace_id: bigint;
      name: string;
      store_key: string;
      description: string;
      status: "active" | "archived" | "deleting";
      deletion_protection: boolean;
      deleted_at: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  secret_store_move: {
    values: {
      readonly status: "active" | "archived" | "deleting";
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly expected_status: "active" | "archived" | "deleting";
    };
    row: {
      store_id: string;
      workspace_id: bigint;
      name: string;
      store_key: string;
      description: string;
      status: "active" | "archived" | "deleting";
      deletion_protection: boolean;
      deleted_at: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  secret_store_restore: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
    };
    row: {
      store_id: string;
      workspace_id: bigint;
      name: string;
      store_key: string;
      description: string;
      status: "active" | "archived" | "deleting";
      deletion_protection: boolean;
      deleted_at: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  secret_store_update: {
    values: {
      readonly name: string | null;
      readonly description: string | null;
      readonly deletion_protection: boolean | null;
      readonly workspace_id: bigint | number;
      readonly store_id: string;
    };
    row: {
      store_id: string;
      workspace_id: bigint;
      name: string;
      store_key: string;
      description: string;
      status: "active" | "archived" | "deleting";
      deletion_protection: boolean;
      deleted_at: Date | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  secret_store_uses: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly limit: number;
    };
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
  secret_update: {
    values: {
      readonly description: string | null;
      readonly tags: readonly (string | null)[] | null;
      readonly sets_expiry: boolean;
      readonly expires_at: Date | string | null;
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly secret_id: string;
    };
    row: {
      secret_id: string;
      workspace_id: bigint;
      store_id: string;
      key: string;
      description: string;
      tags: string[];
      version: number;
      expires_at: Date | null;
      created_at: Date;
      updated_at: Date;
      deleted_at: Date | null;
    };
  };
  secret_use: {
    values: {
      readonly workspace_id: bigint | number;
      readonly secret_id: string;
      readonly used_by_type: string;
      readonly used_by_id: string;
      readonly used_by_name: string;
    };
    row: {
      secret_id: string;
    };
  };
  secret_uses: {
    values: {
      readonly workspace_id: bigint | number;
      readonly secret_id: string;
      readonly limit: number;
    };
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
  secret_value: {
    values: {
      readonly version: number | null;
      readonly workspace_id: bigint | number;
      readonly secret_id: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string;
      readonly actor_name: string;
      readonly request_id: string;
      readonly organization_id: string | null;
      readonly action: string;
      readonly resource_id: string | null;
      readonly source_ip: string | null;
      readonly store_id: string;
    };
    row: {
      workspace_id: bigint;
      store_id: string;
      key: string;
      expires_at: Date | null;
      expired: boolean;
      deleted: boolean;
      version: number | null;
      status: "enabled" | "disabled" | "destroyed" | null;
      encoding: "utf8" | "base64" | null;
      created_at: Date | null;
      sealed: Buffer | null;
      master_key_id: string;
      wrapped: Buffer;
    };
  };
  secret_value_for_system: {
    values: {
      readonly version: number | null;
      readonly workspace_id: bigint | number;
      readonly secret_id: string;
      readonly audit_event_id: string;
      readonly reader: string;
    };
    row: {
      workspace_id: bigint;
      store_id: string;
      key: string;
      expires_at: Date | null;
      expired: boolean;
      deleted: boolean;
      version: number | null;
      status: "enabled" | "disabled" | "destroyed" | null;
      encoding: "utf8" | "base64" | null;
      created_at: Date | null;
      sealed: Buffer | null;
      master_key_id: string;
      wrapped: Buffer;
    };
  };
  secret_version_destroy: {
    values: {
      readonly workspace_id: bigint | number;
      readonly secret_id: string;
      readonly version: number;
    };
    row: {
      secret_id: string;
      version: number;
      status: "enabled" | "disabled" | "destroyed";
      encoding: "utf8" | "base64";
      created_at: Date;
      destroyed_at: Date | null;
    };
  };
  secret_version_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly secret_id: string;
      readonly version: number;
    };
    row: {
      secret_id: string;
      version: number;
      status: "enabled" | "disabled" | "destroyed";
      encoding: "utf8" | "base64";
      created_at: Date;
      destroyed_at: Date | null;
    };
  };
  secret_version_insert: {
    values: {
      readonly version: number;
      readonly workspace_id: bigint | number;
      readonly secret_id: string;
      readonly encoding: "utf8" | "base64";
      readonly sealed: Uint8Array | null;
    };
    row: {
      secret_id: string;
      version: number;
      status: "enabled" | "disabled" | "destroyed";
      encoding: "utf8" | "base64";
      created_at: Date;
      destroyed_at: Date | null;
    };
  };
  secret_version_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly secret_id: string;
      readonly before: number;
      readonly store_id: string;
      readonly limit: number;
    };
    row: {
      secret_id: string;
      version: number;
      status: "enabled" | "disabled" | "destroyed";
      encoding: "utf8" | "base64";
      created_at: Date;
      destroyed_at: Date | null;
    };
  };
  secret_version_set_status: {
    values: {
      readonly status: "enabled" | "disabled" | "destroyed";
      readonly workspace_id: bigint | number;
      readonly secret_id: string;
      readonly version: number;
    };
    row: {
      secret_id: string;
      version: number;
      status: "enabled" | "disabled" | "destroyed";
      encoding: "utf8" | "base64";
      created_at: Date;
      destroyed_at: Date | null;
    };
  };
  secret_with_key: {
    values: {
      readonly workspace_id: bigint | number;
      readonly store_id: string;
      readonly key: string;
    };
    row: {
      secret_id: string;
    };
  };
  transactions_before: {
    values: {
      readonly begun: Date | string;
    };
    row: {
      pid: number | null;
    };
  };
}
