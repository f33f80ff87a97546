// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface TokenStatements {
  door_token: {
    values: {
      readonly hash: Uint8Array;
      readonly workspace_id: bigint | number | null;
    };
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
    values: {
      readonly organization_id: string;
      readonly principal: string;
    };
    row: {
      count: number;
    };
  };
  token_end_of_member: {
    values: {
      readonly token_ids: readonly string[];
      readonly audit_event_ids: readonly string[];
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {};
  };
  token_end_old_value: {
    values: {
      readonly token_id: string;
      readonly organization_id: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      token_id: string;
    };
  };
  token_enter: {
    values: {
      readonly workspace_id: bigint | number;
      readonly token_id: string;
      readonly organization_id: string;
    };
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
    values: {
      readonly organization_id: string;
      readonly principal: string;
      readonly scopes: readonly string[] | null;
      readonly only: readonly (bigint | number)[] | null;
      readonly except: readonly (bigint | number)[] | null;
    };
    row: {
      token_id: string;
    };
  };
  token_full: {
    values: {
      readonly hash: Uint8Array;
      readonly organization_id: string;
      readonly all_scopes: readonly string[];
    };
    row: {
      token_id: string;
    };
  };
  token_get: {
    values: {
      readonly token_id: string;
      readonly organization_id: string;
    };
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
    values: {
      readonly token_id: string;
      readonly organization_id: string;
    };
    row: {
      audit_event_id: string;
      action: string;
      actor_name: string;
      source_ip: string | null;
      at: Date;
    };
  };
  token_hold: {
    values: {
      readonly organization_id: string;
      readonly token_ids: readonly string[];
    };
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
    values: {
      readonly organization_id: string;
      readonly user_id: string;
      readonly roles: readonly string[];
    };
    row: {};
  };
  token_insert: {
    values: {
      readonly token_id: string;
      readonly organization_id: string;
      readonly name: string;
      readonly prefix: string;
      readonly hash: Uint8Array;
      readonly scopes: readonly string[];
      readonly workspace_policy: "entire_organization" | "specific_workspaces";
      readonly workspace_ids: readonly (bigint | number)[];
      readonly created_by: string | null;
      readonly expires_at: Date | string | null;
      readonly allowed_ip_ranges: readonly string[];
      readonly created_by_token_id: string | null;
      readonly root_token_id: string | null;
      readonly counted_with_token_id: string | null;
      readonly guard: string;
      readonly max_deletions_per_hour: number | null;
      readonly max_added_cost_per_hour: string | number | null;
      readonly max_resources_per_hour: number | null;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {};
  };
  token_list: {
    values: {
      readonly organization_id: string;
      readonly token_id: string;
      readonly name: string | null;
      readonly limit: bigint | number;
    };
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
    values: {
      readonly workspace_ids: readonly (bigint | number)[];
      readonly organization_id: string;
    };
    row: {
      organization_id: string;
      found: string[];
    };
  };
  token_read: {
    values: {
      readonly token_id: string;
      readonly organization_id: string;
    };
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
    values: {
      readonly token_id: string;
      readonly organization_id: string;
    };
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
    values: {
      readonly token_id: string;
      readonly organization_id: string | null;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      token_id: string;
      organization_id: string;
    };
  };
  token_rotate: {
    values: {
      readonly token_id: string;
      readonly organization_id: string | null;
      readonly replaced_prefix: string | null;
      readonly hash: Uint8Array;
      readonly prefix: string;
      readonly actor_id: string | null;
      readonly overlap_seconds: number;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      old_until: Date;
    };
  };
  token_rotate_refused: {
    values: {
      readonly token_id: string;
      readonly organization_id: string | null;
    };
    row: {
      expired: boolean | null;
    };
  };
  token_touch: {
    values: {
      readonly token_ids: readonly string[];
      readonly used_at: readonly (Date | string | null)[];
      readonly used_ips: readonly (string | null)[];
      readonly refused_at: readonly (Date | string | null)[];
      readonly refused_ips: readonly (string | null)[];
      readonly old_used_at: readonly (Date | string | null)[];
    };
    row: {};
  };
  token_update: {
    values: {
      readonly name: string | null;
      readonly allowed_ip_ranges: readonly (string | null)[] | null;
      readonly sets_expiry: boolean;
      readonly expires_at: Date | string | null;
      readonly guard: string | null;
      readonly sets_deletions: boolean;
      readonly max_deletions_per_hour: number | null;
      readonly sets_cost: boolean;
      readonly max_added_cost_per_hour: string | number | null;
      readonly sets_resources: boolean;
      readonly max_resources_per_hour: number | null;
      readonly token_id: string;
      readonly organization_id: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      token_id: string;
    };
  };
  token_value_in_force: {
    values: {
      readonly hash: Uint8Array;
    };
    row: {
      "?column?": number;
    };
  };
}
