// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface SecretStoreStatements {
  master_key_use: {
    values: readonly [];
    row: {
      keyId: string;
      dataKeys: number;
    };
  };
  secret_data_key_batch: {
    values: readonly [string | null, bigint | number | null, string | null, number | null];
    row: {
      workspace_id: bigint;
      store_id: string;
      master_key_id: string;
      wrapped: Buffer;
    };
  };
  secret_data_key_get: {
    values: readonly [bigint | number | null, string | null];
    row: {
      master_key_id: string;
      wrapped: Buffer;
    };
  };
  secret_data_key_insert: {
    values: readonly [bigint | number, string, string, Uint8Array];
    row: {
      master_key_id: string;
      wrapped: Buffer;
    };
  };
  secret_data_key_rewrap: {
    values: readonly [readonly (bigint | number | null)[] | null, readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      "?column?": number;
    };
  };
  secret_delete: {
    values: readonly [bigint | number | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null];
    row: {};
  };
  secret_destroy_deleted: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null];
    row: {
      "?column?": number;
    };
  };
  secret_get: {
    values: readonly [bigint | number | null, string | null, string | null];
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
    values: readonly [bigint | number, string, string, string, string, readonly (string | null)[], Date | string | null, "utf8" | "base64", Uint8Array | null];
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
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, string | null, readonly (string | null)[] | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {};
  };
  secret_restore: {
    values: readonly [bigint | number | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      store_id: string;
      name: string;
      store_key: string;
    };
  };
  secret_store_contents: {
    values: readonly [bigint | number | null, string | null, number | null];
    row: {
      type: "secret";
      id: string;
      name: string;
    };
  };
  secret_store_delete: {
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  secret_store_destroy_deleted: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null];
    row: {
      "?column?": number;
    };
  };
  secret_store_get: {
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      status: "active" | "archived" | "deleting";
      master_key_id: string | null;
      wrapped: Buffer | null;
      holder_id: string | null;
    };
  };
  secret_store_insert: {
    values: readonly [bigint | number, string, string, string, string, boolean];
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
    values: readonly [bigint | number | null, string | null, "active" | "archived" | "deleting" | null, string | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null, "active" | "archived" | "deleting" | null, string | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [bigint | number | null, string | null, "active" | "archived" | "deleting" | null, "active" | "archived" | "deleting"];
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
    values: readonly [bigint | number | null, string | null];
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
    values: readonly [bigint | number | null, string | null, string | null, string | null, boolean | null];
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
    values: readonly [bigint | number | null, string | null, number | null];
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
  secret_update: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, readonly (string | null)[] | null, boolean | null, Date | string | null];
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
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null];
    row: {
      secret_id: string;
    };
  };
  secret_uses: {
    values: readonly [bigint | number | null, string | null, number | null];
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
  secret_value: {
    values: readonly [bigint | number | null, string | null, number | null, string | null, string | null, string | null, bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, number | null, string | null, string | null];
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
    values: readonly [bigint | number | null, string | null, number | null];
    row: {
      secret_id: string;
      version: number;
      status: "enabled" | "disabled" | "destroyed";
      encoding: "utf8" | "base64";
      created_at: Date;
      destroyed_at: Date | null;
    };
  };
  secret_version_disable: {
    values: readonly [bigint | number | null, string | null, number | null];
    row: {
      secret_id: string;
      version: number;
      status: "enabled" | "disabled" | "destroyed";
      encoding: "utf8" | "base64";
      created_at: Date;
      destroyed_at: Date | null;
    };
  };
  secret_version_enable: {
    values: readonly [bigint | number | null, string | null, number | null];
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
    values: readonly [bigint | number | null, string | null, number | null];
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
    values: readonly [bigint | number, string, number, "utf8" | "base64", Uint8Array | null];
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
    values: readonly [bigint | number | null, string | null, string | null, number | null, number | null];
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
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      secret_id: string;
    };
  };
  transactions_before: {
    values: readonly [Date | string | null];
    row: {
      pid: number | null;
    };
  };
}
