// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface TokenStatements {
  door_token: {
    values: readonly [Uint8Array | null, bigint | number | null];
    row: {
      caller_id: string;
      root_token_id: string | null;
      caller_name: string;
      scopes: string[];
      expires_at: Date | null;
      allowed_ip_ranges: string[];
      old_value: boolean | null;
      guard: "none" | "plan_only" | "approve_destructive" | "approve_all";
      max_deletions_per_hour: number | null;
      max_added_cost_per_hour: string | null;
      max_resources_per_hour: number | null;
      counted_with_token_id: string | null;
      valid: boolean | null;
      confined: boolean;
      organization_id: string;
      organization_name: string;
      strict_scopes: boolean;
      workspace_id: bigint | null;
      workspace_name: string | null;
      allowed: boolean | null;
    };
  };
  token_count_of_member: {
    values: readonly [string | null, string | null];
    row: {
      count: number;
    };
  };
  token_end_of_member: {
    values: readonly [readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  token_end_old_value: {
    values: readonly [string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      token_id: string;
    };
  };
  token_enter: {
    values: readonly [string | null, string | null, bigint | number | null];
    row: {
      token_id: string;
      name: string;
      scopes: string[];
      expires_at: Date | null;
      allowed_ip_ranges: string[];
      strict_scopes: boolean;
      expired: boolean | null;
      confined: boolean;
      allowed: boolean | null;
    };
  };
  token_find_of_member: {
    values: readonly [string | null, string | null, readonly (string | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {
      token_id: string;
    };
  };
  token_full: {
    values: readonly [Uint8Array | null, string | null, readonly (string | null)[] | null];
    row: {
      token_id: string;
    };
  };
  token_get: {
    values: readonly [string | null, string | null];
    row: {
      token_id: string;
      name: string;
      prefix: string;
      scopes: string[];
      workspace_policy: "entire_organization" | "specific_workspaces";
      workspace_ids: string[];
      allowed_ip_ranges: string[];
      expires_at: Date | null;
      last_used_at: Date | null;
      guard: "none" | "plan_only" | "approve_destructive" | "approve_all";
      max_deletions_per_hour: number | null;
      max_added_cost_per_hour: string | null;
      max_resources_per_hour: number | null;
    };
  };
  token_history: {
    values: readonly [string | null, string | null];
    row: {
      audit_event_id: string;
      action: string;
      actor_name: string;
      source_ip: string | null;
      at: Date;
    };
  };
  token_hold: {
    values: readonly [string | null, readonly (string | null)[] | null];
    row: {
      token_id: string;
      scopes: string[];
      workspace_policy: "entire_organization" | "specific_workspaces";
      workspace_ids: string[];
      allowed_ip_ranges: string[];
      expires_at: Date | null;
      root_token_id: string | null;
      created_by: string | null;
      guard: "none" | "plan_only" | "approve_destructive" | "approve_all";
      max_deletions_per_hour: number | null;
      max_added_cost_per_hour: string | null;
      max_resources_per_hour: number | null;
      counted_with_token_id: string | null;
    };
  };
  token_hold_manager: {
    values: readonly [string | null, string | null, readonly (string | null)[] | null];
    row: {};
  };
  token_insert: {
    values: readonly [string, string, string, string, Uint8Array, readonly (string | null)[], "entire_organization" | "specific_workspaces", readonly (bigint | number | null)[], string | null, Date | string | null, readonly (string | null)[], string | null, string | null, string | null, string, number | null, string | number | null, number | null, string | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  token_list: {
    values: readonly [string | null, string | null, bigint | number | null, string | null];
    row: {
      token_id: string;
      name: string;
      prefix: string;
      scopes: string[];
      workspace_policy: "entire_organization" | "specific_workspaces";
      workspace_ids: string[];
      allowed_ip_ranges: string[];
      maker_name: string | null;
      maker_email: string | null;
      maker_is_member: boolean;
      created_by_token_id: string | null;
      created_at: Date;
      expires_at: Date | null;
      rotated_at: Date | null;
      old_prefix: string | null;
      old_until: Date | null;
      old_used_at: Date | null;
      last_used_at: Date | null;
      last_used_ip: string | null;
      refused_at: Date | null;
      refused_ip: string | null;
      guard: "none" | "plan_only" | "approve_destructive" | "approve_all";
      max_deletions_per_hour: number | null;
      max_added_cost_per_hour: string | null;
      max_resources_per_hour: number | null;
    };
  };
  token_place: {
    values: readonly [string | null, readonly (bigint | number | null)[] | null];
    row: {
      organization_id: string;
      found: string[];
    };
  };
  token_read: {
    values: readonly [string | null, string | null];
    row: {
      token_id: string;
      name: string;
      prefix: string;
      scopes: string[];
      workspace_policy: "entire_organization" | "specific_workspaces";
      workspace_ids: string[];
      allowed_ip_ranges: string[];
      maker_name: string | null;
      maker_email: string | null;
      maker_is_member: boolean;
      created_by_token_id: string | null;
      created_at: Date;
      expires_at: Date | null;
      rotated_at: Date | null;
      old_prefix: string | null;
      old_until: Date | null;
      old_used_at: Date | null;
      last_used_at: Date | null;
      last_used_ip: string | null;
      refused_at: Date | null;
      refused_ip: string | null;
      guard: "none" | "plan_only" | "approve_destructive" | "approve_all";
      max_deletions_per_hour: number | null;
      max_added_cost_per_hour: string | null;
      max_resources_per_hour: number | null;
    };
  };
  token_read_detail: {
    values: readonly [string | null, string | null];
    row: {
      token_id: string;
      name: string;
      prefix: string;
      scopes: string[];
      workspace_policy: "entire_organization" | "specific_workspaces";
      workspace_ids: string[];
      allowed_ip_ranges: string[];
      maker_name: string | null;
      maker_email: string | null;
      maker_is_member: boolean;
      created_by_token_id: string | null;
      created_at: Date;
      expires_at: Date | null;
      rotated_at: Date | null;
      old_prefix: string | null;
      old_until: Date | null;
      old_used_at: Date | null;
      last_used_at: Date | null;
      last_used_ip: string | null;
      refused_at: Date | null;
      refused_ip: string | null;
      guard: "none" | "plan_only" | "approve_destructive" | "approve_all";
      max_deletions_per_hour: number | null;
      max_added_cost_per_hour: string | null;
      max_resources_per_hour: number | null;
      access_keys: number;
      tokens: number;
    };
  };
  token_revoke: {
    values: readonly [string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      token_id: string;
      organization_id: string;
    };
  };
  token_rotate: {
    values: readonly [string | null, string | null, string | null, Uint8Array, string, number | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      old_until: Date;
    };
  };
  token_rotate_refused: {
    values: readonly [string | null, string | null];
    row: {
      expired: boolean | null;
    };
  };
  token_touch: {
    values: readonly [readonly (string | null)[] | null, readonly (Date | string | null)[] | null, readonly (string | null)[] | null, readonly (Date | string | null)[] | null, readonly (string | null)[] | null, readonly (Date | string | null)[] | null];
    row: {};
  };
  token_update: {
    values: readonly [string | null, string | null, string | null, readonly (string | null)[] | null, boolean | null, Date | string | null, string | null, boolean | null, number | null, boolean | null, string | number | null, boolean | null, number | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      token_id: string;
    };
  };
  token_value_in_force: {
    values: readonly [Uint8Array | null];
    row: {
      "?column?": number;
    };
  };
}
